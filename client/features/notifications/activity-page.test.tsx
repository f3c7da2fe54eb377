// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $settings } from '../../core/settings/model.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { ActivityPage } from './activity-page.tsx'
import { UnreadBadge } from './unread-badge.tsx'

let sync: Sync

vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => sync }))
const { push } = vi.hoisted(() => ({
  push: {
    readPushState: vi.fn(),
    turnOnPush: vi.fn(),
    turnOffPush: vi.fn(),
    choosePushKinds: vi.fn(),
    keepPushWords: vi.fn(async () => undefined),
  },
}))
vi.mock('../../core/push/push.ts', () => push)
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children, onClick }: { to: string; children: unknown; onClick: () => void }) => (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        onClick()
      }}
    >
      {children as string}
    </a>
  ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  push.readPushState.mockResolvedValue({ state: 'unsupported' })
  sync = await syncWithoutLine()
})
afterEach(cleanup)

const ada = { _id: 'ada', name: 'Ada', username: 'ada', avatar: null, isPerformer: false }
const ben = { ...ada, _id: 'ben', name: 'Ben' }

function notice(seq: number, changes: Partial<Notice> = {}): Notice {
  const at = new Date().toISOString()
  return {
    ...{ _id: `n${seq}`, userId: 'me', seq, kind: 'like', actors: [ada], count: 1 },
    ...{ objectType: 'feed', objectId: `post${seq}`, pageType: null, pageId: null, event: null, preview: 'Sea' },
    ...{ createdAt: at, updatedAt: at },
    ...changes,
  }
}

const onReply = vi.fn<(to: Notice['actors'][number]) => void>()

function show(contents: Contents = 'here', settings: object | null = null) {
  render(
    <Provider value={fork({ values: [[$settings, settings]] as never })}>
      <I18nProvider i18n={i18n}>
        <UnreadBadge />
        <ActivityPage contents={contents} user={{ _id: 'me', isPerformer: true }} onReply={onReply} />
      </I18nProvider>
    </Provider>,
  )
}

const PLAIN = 'Ada takes a break. Nothing is charged meanwhile, and your paid days wait for you.'
const WAITS = 'nothing is charged meanwhile, and your paid days wait for you.'
const breakOf = (start: Date, end: Date) => `${start.toISOString()}/${end.toISOString()}`
const [first, last] = [new Date(2026, 11, 1), new Date(2026, 11, 15)]

test.for([
  ['creator-paused', breakOf(first, last), `Ada takes a break from Dec 1, 2026 to Dec 15, 2026: ${WAITS}`, 20],
  ['creator-paused', breakOf(first, last), `Ada takes a break until Dec 15, 2026: ${WAITS}`, 31],
  ['creator-paused', '', PLAIN, 20],
  ['creator-paused', 'soon/later', PLAIN, 20],
  ['creator-paused', breakOf(last, first), PLAIN, 20],
  ['creator-resumed', breakOf(first, last), 'Ada is back. Your subscription goes on.', 45],
  ['creator-resumed', '', 'Ada is back. Your subscription goes on.', 45],
  ['creator-resumed', breakOf(first, first), 'Ada takes no break after all. Your dates are as before.', 20],
] as const)('a fan is told of %s with %j: %s', async ([event, preview, text, day]) => {
  const updatedAt = new Date(2026, 10, day, 12).toISOString()
  const about = { kind: 'subscription', objectType: 'subscription', preview, updatedAt } as const
  await sync.db.notifications.put(notice(1, { ...about, event }))
  show()
  const link = await screen.findByRole('link')
  const said = link.textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? ''
  // The time follows the sentence.
  expect(said.slice(0, said.indexOf('12:00'))).toBe(text)
  expect(link.getAttribute('href')).toBe('/subscriptions')
})

test('the list says who did it, and which entries are unread', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await sync.db['notification-reads'].put({ _id: 'me', readSeq: 1 })
  await sync.db.notifications.bulkPut([
    notice(1, { kind: 'follow', objectType: 'user', preview: '', updatedAt: yesterday }),
    notice(2, { actors: [ben, ada], count: 41 }),
    notice(3, { kind: 'system', actors: [], event: 'refunded', objectType: 'wallet', preview: '30' }),
  ])
  show()
  const list = await screen.findByRole('list', { name: 'Activity' })
  const links = within(list).getAllByRole('link')
  const said = links.map((link) => link.textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? '')
  // The time follows the sentence: no text of the entry may stand between them.
  expect(said[0]).toMatch(/^You got back 30 tokens\d+:\d\d ?.M?Unread$/)
  expect(said[1]).toMatch(/Ben, Ada and 39 others liked your postSea.*Unread$/)
  expect(said[2]).toMatch(/Ada started following you/)
  expect(said[2]).not.toMatch(/Unread/)
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/wallet/history',
    '/posts/post2',
    '/creator/followers',
  ])
  expect(within(list).getAllByRole('heading')).toHaveLength(2)
  expect(await screen.findByText('2 unread')).toBeTruthy()
})

test('tips and sales say what they brought, and one tap answers a tip', async () => {
  await sync.db['notification-reads'].put({ _id: 'me', readSeq: 0 })
  await sync.db.notifications.bulkPut([
    notice(1, { kind: 'tip', objectType: 'tip', pageType: 'user', pageId: 'ada', tokens: 50, preview: 'For the tea' }),
    notice(2, { kind: 'tip', objectType: 'user', objectId: 'ben', actors: [ben], count: 3, tokens: 30, preview: '' }),
    notice(3, { kind: 'sale', actors: [ben, ada], count: 4, tokens: 120, preview: 'Sea' }),
    notice(4, { kind: 'sale', actors: [], event: 'sale-refunded', objectType: 'earning', tokens: 1, preview: '' }),
    notice(5, { kind: 'subscription', actors: [ada], event: 'subscribed', objectType: 'performer', preview: '' }),
    notice(6, { kind: 'follow', actors: [], event: 'followers', objectType: 'performer', preview: '100' }),
  ])
  show()
  const list = await screen.findByRole('list', { name: 'Activity' })
  const links = within(list).getAllByRole('link')
  const said = links.map((link) => link.textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? '')
  for (const [index, words] of [
    'You have 100 followers',
    'Ada subscribed to you',
    '1 token of a sale was given back to the fan',
    'Ben, Ada and 2 others bought your post: 120 tokensSea',
    'Ben tipped you 30 tokens in 3 tips',
    'Ada tipped you 50 tokensFor the tea',
  ].entries()) {
    expect(said[index]).toContain(words)
  }
  const replies = within(list).getAllByRole('button', { name: 'Reply' })
  expect(replies).toHaveLength(2)
  fireEvent.click(replies[1] ?? document.body)
  expect(onReply.mock.calls).toEqual([[ada]])
  await waitFor(() => expect(screen.getByText('5 unread')).toBeTruthy())
})

test('money that cards paid is said beside tokens, and tips of many name those who are known', async () => {
  const settings = { currency: 'USD' }
  const about = { kind: 'subscription', objectType: 'performer', preview: '' } as const
  await sync.db.notifications.bulkPut([
    notice(1, { ...about, event: 'subscribed', cents: 499 }),
    notice(2, { ...about, event: 'renewed', actors: [ben, ada], count: 2, tokens: 100, cents: 499 }),
    notice(3, { kind: 'sale', actors: [], event: 'sale-disputed', objectType: 'earning', cents: 500, preview: '' }),
    notice(4, { kind: 'payout', actors: [], event: 'payout-paid', objectType: 'payouts', cents: 5800, preview: '' }),
    notice(5, { kind: 'order', event: 'order-paid', objectType: 'sale', tokens: 40, preview: 'A1' }),
    notice(6, { kind: 'tip', objectType: 'stream', actors: [ada, ben, { ...ada, _id: 'c' }], count: 9, tokens: 90 }),
  ])
  show('here', settings)
  const list = await screen.findByRole('list', { name: 'Activity' })
  const said = within(list)
    .getAllByRole('link')
    .map((link) => link.textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? '')
  for (const [index, words] of [
    'Ada, Ben and others tipped you 90 tokens in 9 tips',
    'Ada ordered from your shop: 40 tokens',
    'Your payout of $58.00 was sent',
    'A bank disputes a payment of $5.00: your earnings are without it until it is decided',
    'Ben and Ada renewed the subscription to you: 100 tokens and $4.99',
    'Ada subscribed to you: $4.99',
  ].entries()) {
    expect(said[index]).toContain(words)
  }
})

test('marking all as read clears the badge at once, without a connection too', async () => {
  await sync.db.notifications.bulkPut([notice(1), notice(2)])
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.queryByText('2 unread')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(screen.queryByText('Unread')).toBeNull()
  expect(await sync.db.outbox.toArray()).toMatchObject([{ name: 'notification.read-all', args: { seq: 2 } }])
})

test('opening an entry takes it and older ones as read, and newer ones stay unread', async () => {
  await sync.db.notifications.bulkPut([notice(1), notice(2), notice(3)])
  show()
  fireEvent.click((await screen.findAllByRole('link'))[1] ?? document.body)
  await waitFor(() => expect(screen.getByText('1 unread')).toBeTruthy())
})

test.each<[Contents, string]>([
  ['here', 'Nothing has happened yet'],
  ['away', 'Nothing on this device yet'],
  ['coming', 'Loading your activity'],
])('an empty list of which the server has said "%s" reads: %s', async (contents, words) => {
  show(contents)
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(() =>
    expect(screen.queryAllByText('Loading your activity')).toHaveLength(contents === 'coming' ? 1 : 0),
  )
})
