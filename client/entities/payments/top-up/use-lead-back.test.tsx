// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attemptsOf } from '../payment-attempts.ts'
import { leftPaymentsOf } from './left-payments.ts'
import { useLeadBack } from './use-lead-back.ts'

const { replace } = vi.hoisted(() => ({ replace: vi.fn() }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  useRouter: () => ({ subscribe: () => () => {}, history: { replace } }) as never,
}))
vi.mock(import('../../content/use-content-actions.ts'), () => ({ useContentActions: () => ({}) }) as never)

const content = { type: 'feed', id: 'post', ownerId: 'ines', price: 30 } as const

beforeEach(() => {
  localStorage.clear()
  replace.mockReset()
})
afterEach(cleanup)

test.each([
  ['paid page, the same top-up is another payment', { checkoutId: 'c', left: undefined }, false],
  ['page that was left, the same top-up is the same payment', { checkoutId: undefined, left: 'order' }, true],
])('led back from a %s', (_, back, isSame) => {
  const attempts = attemptsOf('')
  const id = attempts.begin('top-up', '100')
  attempts.open(id, 'c')
  leftPaymentsOf('').keep({
    ...{ by: 'buy', content, page: '/posts/post' },
    ...{ orderId: 'order', checkoutId: 'c', state: 'opened' },
  })
  const wrapper = ({ children }: { children: ReactNode }) => <Provider value={fork()}>{children}</Provider>
  renderHook(() => useLeadBack(back), { wrapper })
  expect(replace).toHaveBeenCalledExactlyOnceWith('/posts/post')
  expect(attempts.begin('top-up', '100') === id).toBe(isSame)
})
