// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { leftPaymentsOf } from '../../entities/payments/top-up/left-payments.ts'
import { WalletPage } from './wallet-page.tsx'

const outside = vi.hoisted(() => ({
  status: 'open',
  asked: [] as string[],
  inCart: 0,
  wake: vi.fn(),
  confirms: 'paid',
  tip: vi.fn(),
  resolved: new Set<() => void>(),
}))
vi.mock(import('../../core/api/api.ts'), async (load) => ({
  ...(await load()),
  callApi: (async ({ path }: { path: string }) => {
    outside.asked.push(path)
    if (path === '/wallet/charges/search') return { data: [], total: 0 }
    if (path === '/payment/transactions/user/search') return { data: [topUp(outside.status)], total: 1 }
    outside.status = outside.confirms
    return { kind: 'top-up', status: outside.confirms, tokens: 100, subscriptionId: null, balance: 100 }
  }) as never,
}))
vi.mock(import('../../core/sync/sync.ts'), async (load) => ({
  ...(await load()),
  currentSync: () => ({ wake: outside.wake }) as never,
}))
vi.mock(import('../../core/sync/sync-provider.tsx'), async (load) => ({
  ...(await load()),
  useSync: () => ({ db: { 'cart-lines': { count: async () => outside.inCart } } }) as never,
}))
vi.mock(import('../../core/session/session.ts'), async (load) => ({ ...(await load()), signedInUser: () => null }))
vi.mock(import('../../entities/payments/use-wallet.ts'), () => ({
  useWallet: () => ({ balance: 0, granted: 0, held: 0, debt: 0 }),
}))
vi.mock(import('./top-up-form.tsx'), () => ({
  TopUpForm: ({ onPaid }: { onPaid: () => void }) => <button onClick={onPaid}>Pay by card</button>,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  useRouter: () =>
    ({
      subscribe: (_event: string, heard: () => void) => {
        outside.resolved.add(heard)
        return () => outside.resolved.delete(heard)
      },
    }) as never,
  Link: (({ to, className, onClick, children }: LinkProps) => (
    <a
      href={to}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        onClick?.()
      }}
    >
      {children}
    </a>
  )) as never,
}))
vi.mock(import('../../entities/content/use-content-actions.ts'), async (load) => ({
  ...(await load()),
  useContentActions: () => ({
    menuItems: () => [],
    askToBuy: () => {},
    askToTip: outside.tip,
    askToSubscribe: () => {},
  }),
}))

type LinkProps = { to: string; className: string; onClick?: () => void; children: ReactNode }

const PAYMENTS = '/payment/transactions/user/search'

function topUp(status: string): object {
  return {
    ...{ _id: 'payment', kind: 'top-up', status, amount: 500, currency: 'USD', refunded: 0, tokens: 100 },
    ...{ card: null, performer: null, createdAt: '2026-11-21T09:00:00.000Z', paidAt: null },
  }
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  Object.assign(outside, { status: 'open', asked: [], inCart: 0, confirms: 'paid' })
  outside.wake.mockClear()
  outside.tip.mockClear()
  outside.resolved.clear()
  history.replaceState(null, '', '/wallet')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

function show(checkoutId?: string, from?: string): void {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <SWRConfig value={{ provider: () => new Map() }}>
          <WalletPage checkoutId={checkoutId} tokens={undefined} from={from} onSettled={() => {}} />
        </SWRConfig>
      </I18nProvider>
    </Provider>,
  )
}

const readings = () => outside.asked.filter((path) => path === PAYMENTS).length

test('coming back from the pay page shows the payment as paid, and the device asks for the tokens', async () => {
  show('checkout')
  expect(await screen.findByText('Paid: 100 tokens are in your wallet.')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('list', { name: 'Card payments' }).textContent).toContain('Paid ·'))
  expect(outside.wake.mock.calls).toEqual([['poke']])
})

test('a payment that is made here is read at once, and nothing before it twice', async () => {
  show()
  expect((await screen.findByRole('list', { name: 'Card payments' })).textContent).toContain('Not paid yet')
  expect(readings()).toBe(1)
  outside.status = 'paid'
  fireEvent.click(screen.getByRole('button', { name: 'Pay by card' }))
  await waitFor(() => expect(screen.getByRole('list', { name: 'Card payments' }).textContent).toContain('Paid ·'))
  expect(outside.asked.filter((path) => path === '/wallet/charges/search')).toHaveLength(1)
})

const wayBack = () => screen.queryByRole('link', { name: /^Back to/ })?.getAttribute('href')

test('a top-up leads back to the thing that was being bought', () => {
  show(undefined, '/posts/p')
  expect(screen.getByRole('link', { name: 'Back to what you were buying' }).getAttribute('href')).toBe('/posts/p')
})

const tip = { type: 'performer', id: 'mara', ownerId: 'mara', tip: { tokens: 60, message: 'For the fog' } } as const

const goBack = () => fireEvent.click(screen.getByRole('link', { name: 'Back to what you were buying' }))

/** The router has drawn a page. */
function arriveOn(page: string): void {
  history.replaceState(null, '', page)
  for (const heard of [...outside.resolved]) heard()
}

test('the way back opens the dialog again that the top-up was for, once its page is there', () => {
  leftPaymentsOf('').keep({ page: '/mara', by: 'tip', content: tip })
  show(undefined, '/mara')
  expect(wayBack()).toBe('/mara')
  goBack()
  expect(outside.tip).not.toHaveBeenCalled()
  arriveOn('/mara')
  arriveOn('/mara')
  expect(outside.tip).toHaveBeenCalledExactlyOnceWith(tip)
})

test.each([
  ['another page comes', '/mara', '/home'],
  ['the top-up is for another thing', '/posts/p', '/posts/p'],
])('the way back opens no dialog where %s', (_, from, page) => {
  leftPaymentsOf('').keep({ page: '/mara', by: 'tip', content: tip })
  show(undefined, from)
  goBack()
  arriveOn(page)
  arriveOn('/mara')
  expect(outside.tip).not.toHaveBeenCalled()
})

test('a wallet that is opened for itself leads nowhere back', () => {
  show(undefined, '/posts/p')
  cleanup()
  show()
  expect(wayBack()).toBeUndefined()
})

test('a payment for an order leads back to the order while something is in the cart', async () => {
  outside.inCart = 1
  show('checkout')
  await waitFor(() => expect(wayBack()).toBe('/checkout'))
})

test.each(['//evil.example/x', 'https://evil.example', '/auth/login'])('%s is no way back', (from) => {
  show(undefined, from)
  expect(wayBack()).toBeUndefined()
})
