// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { $syncStatus } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { moveOf } from './move-of.ts'
import { SubscribeButton } from './subscribe-button.tsx'
import { SubscriptionsPage } from './subscriptions-page.tsx'
import { useSubscription } from './use-subscription.ts'

const engine = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  answer: (_path: string, _page?: number): Promise<unknown> => Promise.reject(new Error('no server')),
}))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: ({ path, query }: { path: string; query?: { current?: number } }) => engine.answer(path, query?.current),
}))
vi.mock(import('../../core/i18n/lazy-with-texts.ts'), async () => {
  const { lazy } = await import('react')
  return { lazyAgain: ((load: () => Promise<never>) => lazy(async () => ({ default: await load() }))) as never }
})
vi.mock('../../core/session/session.ts', async (original) => ({
  ...(await original<object>()),
  signedInUser: () => ({ _id: 'me' }),
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children }: { children: ReactNode }) => <a href="/">{children}</a>) as never,
}))

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const NOW = Date.parse('2026-11-28T05:00:00.000Z')
const [mara, ines] = [v7(), v7()]
/** From the beginning of 1 December to that of 15 December in Auckland. */
const planned: Pause = { _id: v7(), startsAt: '2026-11-30T11:00:00.000Z', endsAt: '2026-12-14T11:00:00.000Z' }
const held: Subscription = {
  ...{ _id: v7(), userId: v7(), performerId: mara, type: 'monthly', price: 500, currency: 'USD' },
  performer: { _id: mara, name: 'Mara', username: 'mara', avatar: null, isPerformer: true },
  ...{ status: 'active', autoRenew: true, nextPrice: 500, source: 'wallet', problem: null, retryAt: null },
  ...{ card: null, payUrl: null, countedFrom: '2026-11-20T23:00:00.000Z', createdAt: '2026-11-20T23:00:00.000Z' },
  ...{ paidThrough: '2026-12-20T23:00:00.000Z', accessUntil: '2026-12-23T23:00:00.000Z' },
}
const other: Subscription = {
  ...{ ...held, _id: v7(), performerId: ines, performer: { ...held.performer, _id: ines, name: 'Ines' } },
  ...{ paidThrough: '2026-12-21T23:00:00.000Z', accessUntil: '2026-12-24T23:00:00.000Z' },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  engine.sync = await syncWithoutLine()
  engine.answer = () => Promise.reject(new ConnectionError())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

function show(node: ReactNode): void {
  const settings = { tokenValue: 0.05, currency: 'USD', freeSubscriptionEnabled: true }
  const values = [
    [$settings, settings],
    [$syncStatus, { bootstrapping: false, lastSyncAt: NOW }],
  ] as never
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={fork({ values })}>
        <I18nProvider i18n={i18n}>{node}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const follow = (pauses: Pause[]) =>
  engine.sync.db.creators.put({ _id: mara, name: 'Mara', username: 'mara', pauses } as never)

const cards = async () => (await screen.findAllByRole('listitem')).map((item) => item.textContent ?? '')

test('a planned pause moves a subscription, its renewal and its place in the list, and the card says so', async () => {
  await engine.sync.db.subscriptions.bulkPut([held, { ...other, countedFrom: null }])
  await follow([planned])
  show(<SubscriptionsPage balance={1000} />)
  const list = await screen.findByRole('list', { name: 'Subscriptions' })
  await waitFor(() => expect(list.textContent).toContain('takes a break'))
  const [first, second] = await cards()
  expect(first).toContain('Renews on Dec 22, 2026.')
  expect(first).not.toContain('takes a break')
  expect(second).toContain('Renews on Jan 4, 2027.')
  expect(second).toContain(
    'Mara takes a break from Dec 1, 2026 to Dec 15, 2026. Your paid time ends on Jan 4, 2027 instead of Dec 21, 2026.',
  )
  // Within 30 days only the other one renews.
  const next = screen.getByRole('region', { name: 'Next 30 days' })
  expect(next.textContent).toContain('Ines · Dec 22, 2026')
  expect(next.textContent).not.toContain('Mara')
  await follow([])
  await waitFor(() => expect(list.textContent).not.toContain('takes a break'))
  expect(within(list).getByText('Renews on Dec 21, 2026.')).toBeTruthy()
})

test('the server tells the dates of a creator who is not on the device, and the pauses that have moved them', async () => {
  // A former pause of two days has moved it as well.
  await engine.sync.db.subscriptions.put(held)
  const moved = { ...held, paidThrough: '2027-01-05T23:00:00.000Z', countedFrom: null, pauses: [planned] }
  const others = Array.from({ length: 100 }, () => ({ ...moved, _id: v7() }))
  engine.answer = (path, page) =>
    path === '/subscriptions/user/search'
      ? Promise.resolve({ data: page === 1 ? others : [moved], total: 101 })
      : Promise.reject(new ConnectionError())
  show(<SubscriptionsPage balance={1000} />)
  expect(await screen.findByText('Renews on Jan 6, 2027.')).toBeTruthy()
  const [card] = await cards()
  expect(card).not.toContain('may have moved')
  await waitFor(async () =>
    expect((await cards())[0]).toContain(
      'Mara takes a break from Dec 1, 2026 to Dec 15, 2026. Your paid time ends on Jan 6, 2027 instead of Dec 23, 2026.',
    ),
  )
})

test('without an answer, the date and the forecast are not told as certain', async () => {
  await engine.sync.db.subscriptions.put(held)
  show(<SubscriptionsPage balance={0} />)
  expect(await screen.findByText('Renews on Dec 21, 2026.')).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Subscriptions' })
  expect(within(list).getByText('The date may have moved.')).toBeTruthy()
  const renewals = screen.getByRole('list', { name: 'Renewals' })
  expect(renewals.textContent).toContain('Dec 21, 2026 · The date may have moved.')
})

test('an answer of before a renewal does not tell the date of the new term', async () => {
  await engine.sync.db.subscriptions.put(held)
  const former = { ...held, paidThrough: '2026-11-30T23:00:00.000Z', countedFrom: null }
  engine.answer = () => Promise.resolve({ data: [former], total: 1 })
  show(<SubscriptionsPage balance={1000} />)
  expect(await screen.findByText('Renews on Dec 21, 2026.')).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Subscriptions' })
  expect(within(list).getByText('The date may have moved.')).toBeTruthy()
})

test('an early end gives back the rest: only the days that lasted move the subscription, and nothing is announced', () => {
  const ended = { ...planned, endsAt: '2026-12-03T11:00:00.000Z' }
  const now = Date.parse('2026-12-03T12:00:00.000Z')
  expect(moveOf(held, [planned], now)).toEqual({ pauses: [planned], before: held.paidThrough })
  expect(moveOf(held, [ended], now)).toBeNull()
})

test('a pause after the paid time moves nothing; former pauses are no news', () => {
  const later = { _id: v7(), startsAt: '2027-03-01T00:00:00.000Z', endsAt: '2027-03-11T00:00:00.000Z' }
  const former = { _id: v7(), startsAt: '2026-11-22T00:00:00.000Z', endsAt: '2026-11-25T00:00:00.000Z' }
  expect(moveOf(held, [later], NOW)).toBeNull()
  const move = moveOf(held, [former, planned, later], NOW)
  expect(move).toEqual({ pauses: [planned], before: '2026-12-23T23:00:00.000Z' })
})

function PaidThrough({ told }: { told?: Pause[] }) {
  return <output>{useSubscription(mara, told)?.paidThrough}</output>
}

test('one subscription is moved by the pauses on the device, else by those that the server told of', async () => {
  await engine.sync.db.subscriptions.put(held)
  const told = [planned]
  show(<PaidThrough told={told} />)
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2027-01-03T23:00:00.000Z'))
  await follow([])
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(held.paidThrough))
})

test('a subscriber of a creator with pauses is a subscriber', async () => {
  await engine.sync.db.subscriptions.put(held)
  show(<SubscribeButton creator={{ _id: mara, pauses: [planned] } as never} />)
  expect(await screen.findByText('Subscribed')).toBeTruthy()
})
