// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BackFromPayPage } from './back-from-pay-page.ts'
import { leftPaymentsOf } from './left-payments.ts'

const { asks } = vi.hoisted(() => ({ asks: { askToBuy: vi.fn(), askToTip: vi.fn(), askToSubscribe: vi.fn() } }))
vi.mock(import('../../content/use-content-actions.ts'), () => ({ useContentActions: () => asks }) as never)

const content = { type: 'feed', id: 'post', ownerId: 'ines', price: 30 } as const
const order = { orderId: 'order', checkoutId: 'c' } as const

beforeEach(() => {
  localStorage.clear()
  vi.clearAllMocks()
  history.replaceState(null, '', '/home')
})
afterEach(cleanup)

function comeBack() {
  const shown = () => (
    <Provider value={fork()}>
      <BackFromPayPage />
    </Provider>
  )
  const { rerender } = render(shown())
  rerender(shown())
}

test.each([
  ['buy', asks.askToBuy],
  ['tip', asks.askToTip],
  ['subscribe', asks.askToSubscribe],
] as const)('the sheet %s opens again, once, on the page that the pay page took the place of', (by, ask) => {
  leftPaymentsOf('').keep({ by, content, page: '/posts/post', ...order, state: 'opened' })
  comeBack()
  expect(ask).toHaveBeenCalledExactlyOnceWith(content)
})

test('a pay page that opens after its order was noted leads back to the same page', () => {
  leftPaymentsOf('').keep({ by: 'buy', content, page: '/posts/post', ...order })
  leftPaymentsOf('').change('order', { checkoutId: 'c', state: 'opened' })
  comeBack()
  expect(asks.askToBuy).toHaveBeenCalledOnce()
})

test.each([
  ['another page', '/explore', 'opened'],
  ['a page whose payment was never opened', '/home', 'asked'],
  ['a page whose payment is settled', '/home', 'paid'],
] as const)('no sheet opens on %s', (_, path, state) => {
  leftPaymentsOf('').keep({ by: 'buy', content, page: '/posts/post', ...order, state })
  history.replaceState(null, '', path)
  comeBack()
  expect(asks.askToBuy).not.toHaveBeenCalled()
})
