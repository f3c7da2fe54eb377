// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { renewalsUntil } from './renewals-until.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const performer = { _id: id(1), name: 'Ines', username: 'ines', avatar: null, isPerformer: true }
const visa: Card = {
  ...{ _id: id(5), brand: 'visa', last4: '4242', expMonth: 7, expYear: 2031, isDefault: true, status: 'active' },
  subscriptions: [],
}
const master: Card = { ...visa, _id: id(6), brand: 'mastercard', last4: '4444', isDefault: false }
const held: Subscription = {
  ...{ _id: id(2), userId: id(9), performerId: id(1), performer, type: 'monthly', price: 500, currency: 'USD' },
  ...{ status: 'active', autoRenew: true, nextPrice: 500, source: 'card', problem: null, retryAt: null, payUrl: null },
  countedFrom: null,
  ...{ card: { brand: 'visa', last4: '4242', isUsable: true } },
  ...{ paidThrough: '2027-02-01T10:00:00.000Z', accessUntil: '2027-02-04T10:00:00.000Z' },
  createdAt: '2027-01-01T10:00:00.000Z',
}
const offer = { prices: { monthly: 500, quarterly: null, halfYearly: null, yearly: 4800 }, isFree: true }

let own: Subscription | null = null
const onClose = vi.fn()
const assign = vi.fn()
const { callApi, askToSubscribe } = vi.hoisted(() => ({ callApi: vi.fn(), askToSubscribe: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../entities/content/use-content-actions.ts'), async (load) => ({
  ...(await load()),
  useContentActions: (() => ({ askToSubscribe })) as never,
}))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: (() => ({ data: { ...performer, subscription: offer }, mutate: async () => {} })) as never,
}))
vi.mock(import('./use-subscription.ts'), () => ({ useSubscription: () => own }))
vi.mock(import('../../core/sync/sync-provider.tsx'), async (load) => ({
  ...(await load()),
  useSync: (() => ({
    db: { outbox: { where: () => ({ equals: () => ({ sortBy: async () => [] }) }) } },
  })) as never,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children }: { children: ReactNode }) => <a href="/">{children}</a>) as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  own = null
  for (const mock of [callApi, onClose, assign, askToSubscribe]) mock.mockReset()
  vi.spyOn(globalThis.location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function open(content: ReactNode, { isOffline = false } = {}): void {
  const settings = { tokenValue: 0.05, currency: 'USD', freeSubscriptionEnabled: true }
  const scope = fork({ values: [[$settings, settings]] })
  if (isOffline) void allSettled(browserOnlineChanged, { scope, params: false })
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>{content}</I18nProvider>
    </Provider>,
  )
}

function openSheet({ balance = 200, cards = [visa, master], isOffline = false } = {}): void {
  open(
    <SubscribeDialog
      performerId={id(1)}
      balance={balance}
      cards={cards}
      summary={({ tokens }) => <p>{`${tokens} tokens`}</p>}
      couponField={({ amount, applied, onApplied }) => (
        <button type="button" onClick={() => onApplied({ code: 'HALF', before: amount, amount: amount / 2 })}>
          {applied ? `${applied.code}: ${applied.amount}` : `Coupon for ${amount}`}
        </button>
      )}
      onClose={onClose}
    />,
    { isOffline },
  )
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const agree = () => fireEvent.click(screen.getByRole('checkbox', { name: /^I agree/ }))
const sent = () => callApi.mock.calls.map(([call]) => (call as { body: Record<string, unknown> }).body)

test('the wallet pays unless it has too little; then the first card does', () => {
  openSheet()
  expect(radio('Tokens').checked).toBe(true)
  expect(screen.getByText('100 tokens')).toBeTruthy()
  cleanup()
  openSheet({ balance: 10 })
  expect(radio('Visa ···· 4242').checked).toBe(true)
  expect(screen.queryByText('100 tokens'), 'the wallet has no part in it').toBeNull()
  cleanup()
  openSheet({ balance: 10, cards: [] })
  expect(radio('A card').checked).toBe(true)
})

test('a saved card pays at once', async () => {
  callApi.mockResolvedValue({ subscription: held, checkout: null })
  openSheet()
  fireEvent.click(radio('Mastercard ···· 4444'))
  agree()
  fireEvent.click(button('Subscribe for $5.00'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ type: 'monthly', price: 500, source: 'card', cardId: master._id }])
  expect(assign).not.toHaveBeenCalled()
})

test('a new card is typed on the page of the provider, and nothing is called paid before', async () => {
  const checkout = { checkoutId: 'cs_1', url: 'https://pay.example/cs_1' }
  callApi.mockResolvedValue({ subscription: { ...held, status: 'incomplete' }, checkout })
  openSheet()
  fireEvent.click(radio('Another card'))
  expect(screen.getByText('You type the card on the next page. It is saved, and pays the renewals.')).toBeTruthy()
  agree()
  fireEvent.click(button('Subscribe for $5.00'))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(checkout.url))
  expect(sent()[0]).not.toHaveProperty('cardId')
  expect(onClose).not.toHaveBeenCalled()
})

test('the same choice again leads to the same pay page; another one, and one whose page has ended, to a new one', async () => {
  const checkout = { checkoutId: 'cs_1', url: 'https://pay.example/cs_1' }
  callApi.mockResolvedValue({ subscription: { ...held, status: 'incomplete' }, checkout })
  const press = async (name = 'Subscribe for $5.00') => {
    const before = sent().length
    fireEvent.click(button(name))
    await waitFor(() => expect(sent().length).toBeGreaterThan(before))
    await waitFor(() => expect(button(name).disabled).toBe(false))
  }
  const ids = () => sent().map((body) => body['_id'])
  openSheet()
  fireEvent.click(radio('Another card'))
  agree()
  await press()
  // A reload, and the same again.
  cleanup()
  openSheet()
  fireEvent.click(radio('Another card'))
  agree()
  await press()
  expect(new Set(ids()).size).toBe(1)
  callApi.mockRejectedValueOnce(new Refusal('conflict', 'This payment has expired. Nothing was charged.'))
  await press()
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(3))
  expect(ids()[2]).toBe(ids()[0])
  expect(ids()[3]).not.toBe(ids()[0])
  expect(screen.queryByText('This payment has expired. Nothing was charged.')).toBeNull()
  fireEvent.click(radio('Mastercard ···· 4444'))
  await press()
  expect(new Set(ids()).size).toBe(3)
})

test('after a card that was declined, another try is another payment', async () => {
  callApi
    .mockRejectedValueOnce(new Refusal('payment-required', 'Your card was declined. Nothing was charged.'))
    .mockResolvedValueOnce({ subscription: held, checkout: null })
  openSheet({ balance: 0 })
  agree()
  fireEvent.click(button('Subscribe for $5.00'))
  await screen.findByText('Your card was declined. Nothing was charged.')
  fireEvent.click(button('Subscribe for $5.00'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(new Set(sent().map((body) => body['_id'])).size).toBe(2)
})

test('a coupon lowers this term, in money and in tokens; the consent keeps the price of the renewals', async () => {
  callApi.mockResolvedValue({ subscription: held, checkout: null })
  openSheet()
  fireEvent.click(button('Coupon for 500'))
  expect(screen.getByText('50 tokens')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /It renews for \$5\.00 every month until I cancel/ })).toBeTruthy()
  // Another term has another price: the coupon is asked for again.
  fireEvent.click(radio('12 months'))
  expect(button('Coupon for 4800')).toBeTruthy()
  fireEvent.click(radio('1 month'))
  agree()
  fireEvent.click(button('Subscribe for $2.50'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ price: 250, couponCode: 'HALF', source: 'wallet' }])
})

test('a free term asks for no way to pay, and offline nothing is sold', () => {
  openSheet({ isOffline: true })
  fireEvent.click(radio('Visa ···· 4242'))
  agree()
  expect(screen.getByText('Subscribing needs a connection.')).toBeTruthy()
  expect(button('Subscribe for $5.00').disabled).toBe(true)
  fireEvent.click(radio('Free'))
  expect(screen.queryByRole('radio', { name: 'Tokens' })).toBeNull()
})

test('a renewal that was not paid comes first, at its price, with a card that has not failed', () => {
  own = { ...held, status: 'past_due', problem: 'card', nextPrice: 400 }
  openSheet({ balance: 0 })
  expect(screen.getByText('The renewal of Feb 1, 2027 is not paid. The new term pays it.')).toBeTruthy()
  expect(radio('Mastercard ···· 4444').checked).toBe(true)
  expect(button('Subscribe for $4.00')).toBeTruthy()
  cleanup()
  own = { ...held, status: 'past_due', problem: 'authentication' }
  openSheet()
  expect(radio('Visa ···· 4242').checked, 'its bank asks for a confirmation').toBe(true)
})

test('a purchase that is not paid yet does not count as a subscription', () => {
  own = { ...held, status: 'incomplete' }
  openSheet()
  expect(screen.getByText(/^Opens everything that Ines shows/)).toBeTruthy()
  expect(radio('Free')).toBeTruthy()
})

test.for<[string, Partial<Subscription>, RegExp, string]>([
  ['is not paid', { status: 'incomplete', payUrl: 'https://pay.example/1' }, /^Not paid yet\./, 'Continue to payment'],
  [
    'waits for the bank',
    { problem: 'authentication', payUrl: 'https://pay.example/1' },
    /your bank asks/,
    'Confirm payment',
  ],
])('one that %s leads to the page of the provider', ([, edit, text, link]) => {
  open(<SubscriptionCard subscription={{ ...held, status: 'past_due', ...edit }} />)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('https://pay.example/1')
  cleanup()
  open(<SubscriptionCard subscription={{ ...held, status: 'past_due', ...edit }} />, { isOffline: true })
  expect(screen.queryByRole('link', { name: link })).toBeNull()
  expect(screen.getByText('Paying needs a connection.')).toBeTruthy()
})

test.for<[string, Partial<Subscription>, RegExp, string]>([
  ['bank', { problem: 'authentication' }, /your bank asks you to confirm the payment/, 'Confirm payment'],
  ['retry', { problem: 'card', retryAt: '2027-02-02T10:00:00.000Z' }, /It is tried again on Feb 2, 2027\./, 'Pay now'],
  ['end', { problem: 'card' }, /Pay with another card or with tokens\./, 'Pay now'],
  [
    'removed',
    { status: 'active', card: { brand: 'visa', last4: '4242', isUsable: false } },
    /^Visa ···· 4242 cannot pay/,
    'Add a term',
  ],
])('what to do next stands beside a failed card: %s', ([, edit, text, label]) => {
  open(<SubscriptionCard subscription={{ ...held, status: 'past_due', ...edit }} />)
  expect(screen.getByText(text)).toBeTruthy()
  fireEvent.click(button(label))
  expect(askToSubscribe).toHaveBeenCalledExactlyOnceWith({ type: 'performer', id: id(1), ownerId: id(1) })
})

test('the card that renews stands beside the price, and a renewal that waits for its fan is not announced', () => {
  open(<SubscriptionCard subscription={held} />)
  expect(screen.getByText('Visa ···· 4242')).toBeTruthy()
  const waiting = { ...held, status: 'past_due', problem: 'authentication' } as const
  expect(renewalsUntil([held, waiting], Date.parse('2027-03-01'))).toHaveLength(1)
})
