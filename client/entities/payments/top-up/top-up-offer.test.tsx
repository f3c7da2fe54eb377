// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { browserOnlineChanged } from '../../../core/connection/model.ts'
import { $settings } from '../../../core/settings/model.ts'
import { leftPaymentsOf } from './left-payments.ts'
import { TopUpOffer } from './top-up-offer.tsx'

const visa = { _id: 'visa', brand: 'visa', last4: '4242', status: 'active', isDefault: true }
const master = { _id: 'master', brand: 'mastercard', last4: '5555', status: 'active', isDefault: false }
const pack = (tokens: number) => ({
  _id: `p${tokens}`,
  name: '',
  tokens,
  bonus: 0,
  amount: tokens * 5,
  currency: 'USD',
})
const settings = { minimumWalletPrice: 2.95, maximumWalletPrice: 300, tokenValue: 0.05, currency: 'USD' }
const content = { type: 'feed', id: 'post', ownerId: 'ines', price: 30 } as const
const leaving = { by: 'buy', content, page: '/posts/post' } as const

let cards: object[] = []
/** The status that the server tells of a checkout; null while no answer comes. */
let standing: string | null = 'open'
const { order, asked, assign, wake } = vi.hoisted(() => ({
  order: vi.fn(),
  asked: vi.fn(),
  assign: vi.fn(),
  wake: vi.fn(),
}))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({
  ...(await load()),
  callApi: (async ({ path, body }: { path: string; body?: object }) => {
    if (path === '/payment/wallet/top-up') return order(body) as unknown
    asked(path)
    if (standing === null) throw new ConnectionError('away')
    return { kind: 'top-up', status: standing, tokens: 100, subscriptionId: null, balance: 100 }
  }) as never,
}))
vi.mock(import('../../../core/sync/sync.ts'), async (load) => ({
  ...(await load()),
  currentSync: () => ({ wake }) as never,
}))
vi.mock(import('../../../ui/overlay/toast.ts'), () => ({ showToast: vi.fn(async () => {}) }) as never)
vi.mock(import('../../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: ((path: string) => ({
    data: { data: path === '/payment-cards' ? cards : [pack(100), pack(500), pack(1000)] },
    mutate: async () => {},
  })) as never,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
    <a href="/wallet" onClick={onClick}>
      {children}
    </a>
  )) as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  cards = []
  standing = 'open'
  for (const mock of [order, asked, assign, wake]) mock.mockReset()
  order.mockImplementation(async () => ({ _id: 'o', checkoutId: 'c', url: 'https://pay.example/c', status: 'open' }))
  localStorage.clear()
  vi.spyOn(location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function open({ missing = 30, debt = 0, isOffline = false } = {}): void {
  const scope = fork({ values: [[$settings, settings]] as never })
  if (isOffline) void allSettled(browserOnlineChanged, { scope, params: false })
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
          <TopUpOffer missing={missing} debt={debt} leaving={leaving} />
        </SWRConfig>
      </I18nProvider>
    </Provider>,
  )
}

const left = () => leftPaymentsOf('')
const topUp = (tokens: number) => screen.findByRole<HTMLButtonElement>('button', { name: `Top up ${tokens} tokens` })
const noTopUp = () => expect(screen.queryByRole('button', { name: /^Top up/ })).toBeNull()
const orders = () => order.mock.calls.map(([body]) => body as Record<string, unknown>)

test('the tokens that are missing stand with their worth in money, with the two smallest packages that cover it', async () => {
  open()
  expect(screen.getByText('You need 30 more tokens. ($1.50)')).toBeTruthy()
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names).toEqual(['Top up 100 tokens', 'Top up 500 tokens'])
  expect(screen.getByRole('button', { name: 'Top up 500 tokens', description: '$25.00' })).toBeTruthy()
})

test('without a saved card the pay page opens, and the payment is kept before it does', async () => {
  open()
  fireEvent.click(await topUp(100))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/c'))
  const [{ _id, ...body } = {}] = orders()
  expect(body).toEqual({ packageId: 'p100', amount: 500 })
  expect(left().ofCheckout('c')).toMatchObject({ ...leaving, orderId: _id, state: 'opened' })
})

test('a saved card pays with one press, and a second press pays nothing', async () => {
  cards = [master, visa]
  const answer = Promise.withResolvers<object>()
  order.mockImplementation(() => answer.promise)
  open()
  const button = await topUp(100)
  fireEvent.click(button)
  fireEvent.click(button)
  fireEvent.click(await topUp(500))
  answer.resolve({ _id: 'o', checkoutId: '', url: '', status: 'paid' })
  expect(await screen.findByText('Paid. Your tokens are on their way to the wallet.')).toBeTruthy()
  noTopUp()
  expect(orders().map(({ packageId, cardId }) => [packageId, cardId])).toEqual([['p100', 'visa']])
  expect(wake.mock.calls).toEqual([['poke']])
})

test('another tab that still offers it pays nothing once one has paid', async () => {
  cards = [visa]
  order.mockImplementation(async () => ({ _id: 'o', checkoutId: '', url: '', status: 'paid' }))
  open()
  const [first] = await screen.findAllByRole('button', { name: 'Top up 100 tokens' })
  open()
  const [, second] = await screen.findAllByRole('button', { name: 'Top up 100 tokens' })
  fireEvent.click(first as HTMLElement)
  await screen.findByText('Paid. Your tokens are on their way to the wallet.')
  fireEvent.click(second as HTMLElement)
  await waitFor(() => expect(screen.getAllByText('Paid. Your tokens are on their way to the wallet.')).toHaveLength(2))
  expect(orders()).toHaveLength(1)
})

test('two tabs that press at once send one order', async () => {
  cards = [visa]
  const answer = Promise.withResolvers<object>()
  order.mockImplementation(() => answer.promise)
  open()
  open()
  for (const button of await screen.findAllByRole('button', { name: 'Top up 100 tokens' })) fireEvent.click(button)
  expect(new Set(orders().map(({ _id }) => _id)).size).toBe(1)
  expect(orders()).toHaveLength(2)
  answer.resolve({ _id: 'o', checkoutId: '', url: '', status: 'paid' })
  await screen.findAllByText('Paid. Your tokens are on their way to the wallet.')
})

test('a lost answer leaves the same payment alone to be tried again', async () => {
  cards = [visa]
  order.mockRejectedValueOnce(new ConnectionError('gone'))
  open()
  fireEvent.click(await topUp(500))
  expect(await screen.findByText(/you are not charged twice/)).toBeTruthy()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Top up 500 tokens'])
  fireEvent.click(await topUp(500))
  await waitFor(() => expect(orders()).toHaveLength(2))
  expect(orders()[1]).toEqual(orders()[0])
})

test('a card that is declined says so, and leaves nothing', async () => {
  cards = [visa]
  order.mockRejectedValueOnce(new Refusal('payment-required', 'Your card was declined. Nothing was charged.'))
  open()
  fireEvent.click(await topUp(100))
  expect(await screen.findByText('Your card was declined. Nothing was charged.')).toBeTruthy()
  expect(left().ofPage('/posts/post')).toBeNull()
  expect(await topUp(100)).toBeTruthy()
})

const opened = { ...leaving, orderId: 'o', checkoutId: 'c', state: 'opened' } as const

test('a pay page that was left unpaid is looked at once, and the packages come again', async () => {
  left().keep(opened)
  open()
  noTopUp()
  expect(await screen.findByText(/^The last payment is not finished. Nothing was charged so far./)).toBeTruthy()
  expect(await topUp(100)).toBeTruthy()
  expect(asked).toHaveBeenCalledOnce()
})

test('a pay page that was paid in a tab that is closed by now is not paid again', async () => {
  standing = 'paid'
  left().keep(opened)
  open()
  expect(await screen.findByText('Paid. Your tokens are on their way to the wallet.')).toBeTruthy()
  noTopUp()
  expect(wake).toHaveBeenCalled()
})

test('a payment whose webhook is late is being checked, and no package is sold meanwhile', async () => {
  left().keep({ ...opened, state: 'returned' })
  open()
  expect(await screen.findByText(/^The payment is being checked/)).toBeTruthy()
  await waitFor(() => expect(asked).toHaveBeenCalled())
  noTopUp()
})

test('a payment that failed says so, beside the packages', async () => {
  standing = 'failed'
  left().keep({ ...opened, state: 'returned' })
  open()
  expect(await screen.findByText(/^This payment failed. Nothing was charged/)).toBeTruthy()
  expect(await topUp(100)).toBeTruthy()
})

test('while it cannot be told how a payment stands, none is sold; it can be asked again', async () => {
  standing = null
  left().keep(opened)
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  noTopUp()
  standing = 'open'
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await topUp(100)).toBeTruthy()
})

test('offline nothing is sold', () => {
  open({ isOffline: true })
  expect(screen.getByText('You need 30 more tokens. ($1.50)')).toBeTruthy()
  noTopUp()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a debt is named, and settled by the same top-up', async () => {
  open({ missing: -20, debt: 150 })
  expect(screen.getByText('A payment was taken back. Your next top-up settles 150 tokens first.')).toBeTruthy()
  expect(screen.queryByText(/^You need/)).toBeNull()
  expect(await topUp(500)).toBeTruthy()
})

/** Presses for so many tokens in a tab of its own, and waits for what has been answered by then. */
async function pressInTab(tokens: number, pages: number): Promise<void> {
  cleanup()
  open()
  fireEvent.click(await topUp(tokens))
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(pages))
}

const ids = () => orders().map(({ _id }) => _id)

test('while a pay page is open, the same choice is the same order, and leads back to it from any tab', async () => {
  await pressInTab(100, 1)
  await pressInTab(100, 2)
  expect(orders()[1]).toEqual(orders()[0])
  expect(assign.mock.calls).toEqual([['https://pay.example/c'], ['https://pay.example/c']])
  expect(left().ofCheckout('c')).toMatchObject({ ...leaving, orderId: ids()[0], state: 'opened' })
})

test('another choice is another order, which closes the page of the first: that one is not led back to', async () => {
  await pressInTab(100, 1)
  order.mockImplementation(async () => ({ _id: 'o', checkoutId: 'd', url: 'https://pay.example/d', status: 'open' }))
  await pressInTab(500, 2)
  await pressInTab(500, 3)
  await pressInTab(100, 4)
  const [first, second, third, fourth] = ids()
  expect(third).toBe(second)
  expect(new Set([first, second, fourth]).size).toBe(3)
})

test('the same choice whose page was paid meanwhile pays nothing more, and says so', async () => {
  await pressInTab(100, 1)
  cleanup()
  open()
  const button = await topUp(100)
  order.mockImplementation(async () => ({ _id: 'o', checkoutId: 'c', url: '', status: 'paid' }))
  fireEvent.click(button)
  expect(await screen.findByText('Paid. Your tokens are on their way to the wallet.')).toBeTruthy()
  expect(new Set(ids()).size).toBe(1)
})

test('the same choice whose page has ended meanwhile is a new order at once', async () => {
  await pressInTab(100, 1)
  order.mockImplementationOnce(async () => ({ _id: 'o', checkoutId: 'c', url: '', status: 'expired' }))
  await pressInTab(100, 2)
  const [first, second, third] = ids()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('once a pay page is known to be paid, the same choice is another payment', async () => {
  await pressInTab(100, 1)
  cleanup()
  standing = 'paid'
  open()
  await screen.findByText('Paid. Your tokens are on their way to the wallet.')
  left().drop(() => true)
  await pressInTab(100, 2)
  expect(new Set(ids()).size).toBe(2)
})

test('a lost answer of an order whose page is open says so, and keeps the way back from that page', async () => {
  await pressInTab(100, 1)
  cleanup()
  open()
  order.mockRejectedValueOnce(new ConnectionError('gone'))
  fireEvent.click(await topUp(100))
  await waitFor(() => expect(orders()).toHaveLength(2))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  expect(left().ofCheckout('c')).toMatchObject({ orderId: ids()[0], state: 'opened' })
})
