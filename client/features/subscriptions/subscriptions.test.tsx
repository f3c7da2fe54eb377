// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { $settings } from '../../core/settings/model.ts'
import { parsePrice } from '../../entities/payments/parse-price.ts'
import { NextMonth } from './next-month.tsx'
import { PricesForm } from './prices-form.tsx'
import { renewalsUntil } from './renewals-until.ts'
import { SubscribeDialog } from './subscribe-dialog.tsx'
import type { BegunTerm } from './subscribe-dialog.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const performer = { _id: id(1), name: 'Ines', username: 'ines', avatar: null, isPerformer: true }
const held: Subscription = {
  ...{ _id: id(2), userId: id(9), performerId: id(1), performer, type: 'monthly', price: 500, currency: 'USD' },
  ...{
    status: 'active',
    autoRenew: true,
    nextPrice: 500,
    source: 'wallet',
    problem: null,
    retryAt: null,
    card: null,
    payUrl: null,
    countedFrom: null,
  },
  ...{ paidThrough: '2027-02-01T10:00:00.000Z', accessUntil: '2027-02-04T10:00:00.000Z' },
  createdAt: '2027-01-01T10:00:00.000Z',
}
const offer = { prices: { monthly: 500, quarterly: null, halfYearly: null, yearly: 4800 }, isFree: true }

let own: Subscription | null = null
let pauses: Pause[] | undefined
const onClose = vi.fn()
const mutate = vi.fn()
const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: (() => ({ data: { ...performer, subscription: offer, pauses }, mutate: async () => {} })) as never,
}))
vi.mock(import('../../core/i18n/lazy-with-texts.ts'), async () => {
  const { lazy } = await import('react')
  return { lazyAgain: ((load: () => Promise<never>) => lazy(async () => ({ default: await load() }))) as never }
})
vi.mock(import('./use-subscription.ts'), () => ({ useSubscription: () => own }))
vi.mock(import('../../core/sync/sync-provider.tsx'), async (load) => ({
  ...(await load()),
  useSync: (() => ({
    mutate,
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
  pauses = undefined
  for (const mock of [callApi, mutate, onClose]) mock.mockReset()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function open(content: ReactNode): void {
  const settings = { tokenValue: 0.05, currency: 'USD', freeSubscriptionEnabled: true }
  render(
    <Provider value={fork({ values: [[$settings, settings]] })}>
      <I18nProvider i18n={i18n}>{content}</I18nProvider>
    </Provider>,
  )
}

function openSheet(balance = 200, begun?: BegunTerm): void {
  open(
    <SubscribeDialog
      performerId={id(1)}
      balance={balance}
      begun={begun}
      cards={[]}
      summary={({ tokens }) => <p>{`${tokens} of ${balance} tokens`}</p>}
      couponField={() => null}
      onClose={onClose}
    />,
  )
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const sent = () => callApi.mock.calls.map(([call]) => (call as { body: Record<string, unknown> }).body)

test('the sheet shows each term with its price, and charges nothing before the consent', async () => {
  callApi.mockResolvedValue({ subscription: held, checkout: null })
  openSheet()
  const sheet = screen.getByRole('dialog', { name: 'Subscribe to Ines' })
  const radios = within(within(sheet).getByRole('radiogroup', { name: 'Term' })).getAllByRole('radio')
  expect(
    radios.map((radio) => document.getElementById(radio.getAttribute('aria-labelledby') ?? '')?.textContent),
  ).toEqual(['1 month', '12 months', 'Free'])
  expect(sheet.textContent).toContain('100 of 200 tokens')
  expect(sheet.textContent).toContain('$4.00 a month')
  expect(button('Subscribe for $5.00').disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /^I agree: access begins at once.*every month until I cancel/ }))
  fireEvent.click(button('Subscribe for $5.00'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([
    { performerId: id(1), type: 'monthly', price: 500, source: 'wallet', consent: '2026-11' },
  ])
})

test('an offer lowers the first term alone, and is sent as an offer', async () => {
  callApi.mockResolvedValue({ subscription: held, checkout: null })
  const coupon = { code: 'SPRING', before: 500, amount: 300, isOffer: true }
  openSheet(200, { type: 'monthly', way: 'wallet', coupon, agreedTo: null })
  const sheet = screen.getByRole('dialog')
  expect(sheet.textContent).toContain('First month $3.00, then $5.00.')
  expect(sheet.textContent).toContain('60 of 200 tokens')
  fireEvent.click(screen.getByRole('checkbox', { name: /It renews for \$5.00 every month/ }))
  fireEvent.click(button('Subscribe for $3.00'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ price: 300, offerCode: 'SPRING' }])
  expect(sent()[0]).not.toHaveProperty('couponCode')
})

test('a free term costs nothing and has its own consent; a term that the wallet cannot pay is not sold', () => {
  openSheet(10)
  fireEvent.click(screen.getByRole('radio', { name: 'Tokens' }))
  fireEvent.click(screen.getByRole('checkbox'))
  expect(button('Subscribe for $5.00').disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Free' }))
  // The consent to another term is none to this one.
  expect(button('Subscribe for free').disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /^I agree: it renews for free/ }))
  expect(button('Subscribe for free').disabled).toBe(false)
})

test('a purchase whose answer was lost is the same purchase when it is sent again; a refusal keeps its words', async () => {
  callApi
    .mockRejectedValueOnce(new ConnectionError('gone'))
    .mockRejectedValueOnce(new Refusal('conflict', 'The price has changed. Nothing was charged.'))
  openSheet()
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(button('Subscribe for $5.00'))
  await screen.findByText(/you are not charged twice/)
  fireEvent.click(button('Subscribe for $5.00'))
  await screen.findByText('The price has changed. Nothing was charged.')
  expect(new Set(sent().map((body) => body['_id'])).size).toBe(1)
  expect(onClose).not.toHaveBeenCalled()
})

test('somebody who is subscribed adds a term, and no free one', () => {
  own = held
  openSheet()
  expect(screen.getByRole('dialog').textContent).toContain('You are subscribed until Feb 1, 2027.')
  expect(screen.queryByRole('radio', { name: 'Free' })).toBeNull()
})

test('the sheet says that the creator takes a break, before a new subscriber pays', async () => {
  pauses = [{ _id: id(3), startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2220-01-01T00:00:00.000Z' }]
  openSheet()
  const told = await screen.findByText(/takes a break until/, {}, { timeout: 10_000 })
  expect(told.textContent).toMatch(/^Ines takes a break until .* paid time counts only after it\.$/)
})

test('a cancellation is asked for, and queued', async () => {
  open(<SubscriptionCard subscription={held} />)
  expect(screen.getByText('Renews on Feb 1, 2027.')).toBeTruthy()
  fireEvent.click(button('Cancel subscription'))
  const dialog = screen.getByRole('dialog', { name: 'Cancel the subscription to Ines?' })
  expect(dialog.textContent).toContain('You keep your access until Feb 1, 2027.')
  expect(mutate).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  await waitFor(() => expect(mutate).toHaveBeenCalledExactlyOnceWith('subscription.cancel', { _id: id(2) }))
})

test('a canceled one says when it ends, and can be resumed', async () => {
  open(<SubscriptionCard subscription={{ ...held, status: 'canceling', autoRenew: false, nextPrice: null }} />)
  expect(screen.getByText('Ends on Feb 1, 2027. Nothing more is charged.')).toBeTruthy()
  fireEvent.click(button('Resume'))
  await waitFor(() => expect(mutate).toHaveBeenCalledExactlyOnceWith('subscription.resume', { _id: id(2) }))
})

test('one that could not be renewed says why, until when it opens, and how to pay', () => {
  open(<SubscriptionCard subscription={{ ...held, status: 'past_due', problem: 'tokens' }} />)
  expect(screen.getByText(/your wallet has not enough tokens. You have access until Feb 4, 2027/)).toBeTruthy()
  expect(button('Pay now')).toBeTruthy()
})

test('renewals of the next days stand in order; retries count, what ends does not', () => {
  const at = (day: number) => `2027-02-${String(day).padStart(2, '0')}T00:00:00.000Z`
  const list = [
    { ...held, _id: 'late', paidThrough: at(20) },
    { ...held, _id: 'ends', paidThrough: at(2), nextPrice: null },
    { ...held, _id: 'retried', paidThrough: at(1), retryAt: at(4) },
    { ...held, _id: 'first', paidThrough: at(3) },
  ]
  expect(renewalsUntil(list, Date.parse(at(10))).map(({ _id }) => _id)).toEqual(['first', 'retried'])
})

test.for([
  ['any time of the 30th day', '2026-12-27T05:00:30.000Z', 'Ines · Dec 27, 2026'],
  ['the day after it', '2026-12-28T05:00:30.000Z', 'The next renewal is on Dec 28, 2026: Ines.'],
] as const)('the next 30 days tell of a renewal at %s', ([, paidThrough, text]) => {
  vi.useFakeTimers({ now: new Date('2026-11-27T05:00:00.000Z') })
  open(<NextMonth subscriptions={[{ ...held, paidThrough }]} balance={1000} />)
  vi.useRealTimers()
  expect(screen.getByRole('region', { name: 'Next 30 days' }).textContent).toContain(text)
})

test('prices are saved in cents; an empty one takes the term off sale; a refusal stands at its field', async () => {
  const text = 'The lowest price of this term is 2.95.'
  callApi.mockRejectedValueOnce(new Refusal('invalid', text, [{ path: 'prices.monthly', message: text }]))
  const onSaved = vi.fn()
  open(<PricesForm performerId={id(1)} offer={offer} onSaved={onSaved} />)
  const monthly = screen.getByRole('textbox', { name: '1 month' })
  fireEvent.change(screen.getByRole('textbox', { name: '12 months' }), { target: { value: '' } })
  fireEvent.change(monthly, { target: { value: 'five' } })
  expect(button('Save prices').disabled).toBe(true)
  fireEvent.change(monthly, { target: { value: '٢٫٥' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Free subscription' }))
  fireEvent.click(button('Save prices'))
  await waitFor(() => expect(monthly.getAttribute('aria-invalid')).toBe('true'))
  callApi.mockResolvedValue({})
  fireEvent.click(button('Save prices'))
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  const prices = { monthly: 250, quarterly: null, halfYearly: null, yearly: null }
  expect(sent()).toEqual([
    { prices, isFree: false },
    { prices, isFree: false },
  ])
})

test.each([
  ['4.95', 495],
  ['4,9', 490],
  [' ٥ ', 500],
  ['', null],
  ['4.955', undefined],
  ['-1', undefined],
  ['1e3', undefined],
])('%j is %s cents', (typed, cents) => {
  expect(parsePrice(typed)).toBe(cents)
})
