// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

function show(contents: Contents = 'here') {
  render(
    <I18nProvider i18n={i18n}>
      <UnreadBadge />
      <ActivityPage contents={contents} user={{ _id: 'me', isPerformer: true }} />
    </I18nProvider>,
  )
}

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
