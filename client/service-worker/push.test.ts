import 'fake-indexeddb/auto'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { readPush, removePush, writePush } from '../core/push/push-record.ts'
import { removeSession, writeSession } from '../core/session/stored-session.ts'
import type { StoredSession } from '../core/session/stored-session.ts'
import { openPush, renewPushInBackground, showPush } from './push.ts'

const me = '0197f2a0-0000-7000-8000-000000000001'
const other = '0197f2a0-0000-7000-8000-000000000002'
const thing = '0197f2a0-0000-7000-8000-000000000003'
const texts = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, `words of ${kind}`])) as Record<
  (typeof PUSH_KINDS)[number],
  string
>
const record = {
  ...{ account: me, key: 'BKey', kinds: [...PUSH_KINDS], id: null, isSent: false },
  words: { locale: 'ar', direction: 'rtl' as const, texts },
}

type Window = { focused: boolean; visibilityState: string; focus: () => void; postMessage: (message: object) => void }

let windows: Window[]
const shown = vi.fn()
const opened = vi.fn()
const unsubscribe = vi.fn(async () => true)
const pushManager = {
  getSubscription: async () => ({ unsubscribe, options: { applicationServerKey: null } }),
  subscribe: vi.fn(async () => ({
    toJSON: () => ({ endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } }),
  })),
}
const worker = {
  clients: { matchAll: async () => windows, openWindow: opened },
  registration: { showNotification: shown, pushManager },
} as unknown as Parameters<typeof showPush>[0]

beforeEach(async () => {
  windows = []
  vi.clearAllMocks()
  await writePush(record)
  await signIn(me)
})

async function signIn(account: string, changes: Partial<StoredSession> = {}): Promise<void> {
  const user = { _id: account } as StoredSession['user']
  await writeSession({ token: `token of ${account}`, remember: true, user, needsAuth: false, ...changes })
}

function window(state: Partial<Window> = {}): Window {
  return { focused: false, visibilityState: 'hidden', focus: vi.fn(), postMessage: vi.fn(), ...state }
}

test('a message shows the words of its kind in the language of the account', async () => {
  await showPush(worker, { account: me, kind: 'message', id: thing, seq: 3 })
  expect(shown.mock.calls).toEqual([
    [
      'words of message',
      expect.objectContaining({
        tag: thing,
        lang: 'ar',
        dir: 'rtl',
        data: { account: me, path: `/messages/${thing}` },
      }),
    ],
  ])
  await showPush(worker, { account: me, kind: 'like', id: thing, seq: 3 })
  expect(shown).toHaveBeenLastCalledWith(
    'words of like',
    expect.objectContaining({ data: { account: me, path: '/notifications' } }),
  )
})

test('a page in use shows the news itself, and a page behind others does not', async () => {
  windows = [window({ focused: true, visibilityState: 'visible' })]
  await showPush(worker, { account: me, kind: 'message', id: thing, seq: 1 })
  expect(shown).not.toHaveBeenCalled()
  windows = [window({ visibilityState: 'visible' })]
  await showPush(worker, { account: me, kind: 'message', id: thing, seq: 1 })
  expect(shown).toHaveBeenCalledOnce()
})

test('content that is not of this server shows nothing', async () => {
  for (const data of [null, 'text', {}, { account: me, kind: 'invented', id: thing, seq: 1 }])
    await showPush(worker, data)
  expect([shown.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([0, 0])
})

test.each([
  ['nobody', () => removeSession()],
  ['another account', () => signIn(other)],
])('where %s is signed in, a message shows nothing and ends the subscription', async (_, change) => {
  await change()
  await showPush(worker, { account: me, kind: 'message', id: thing, seq: 1 })
  expect([shown.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([0, 1])
  expect(await readPush()).toBeNull()
})

test('a late message for the account before shows nothing, and the subscription of this account stays', async () => {
  await showPush(worker, { account: other, kind: 'message', id: thing, seq: 1 })
  expect([shown.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([0, 0])
  expect(await readPush()).toEqual(record)
})

test('a press brings the open window to the front and shows the page there', async () => {
  const [behind, visible] = [window(), window({ visibilityState: 'visible' })]
  windows = [behind, visible]
  await openPush(worker, { data: { account: me, path: '/notifications' } })
  expect(visible.postMessage).toHaveBeenCalledWith({ type: 'open-path', path: '/notifications' })
  expect([vi.mocked(visible.focus).mock.calls.length, vi.mocked(behind.focus).mock.calls.length]).toEqual([1, 0])
  expect(opened).not.toHaveBeenCalled()
})

test('a press opens a window where none is open, and never a page of another account', async () => {
  await openPush(worker, { data: { account: me, path: `/messages/${thing}` } })
  expect(opened).toHaveBeenLastCalledWith(`/messages/${thing}`)
  await signIn(other)
  await openPush(worker, { data: { account: me, path: `/messages/${thing}` } })
  expect(opened).toHaveBeenLastCalledWith('/')
})

test('a subscription that the browser has ended is made anew and told to the server, with the chosen kinds', async () => {
  const server = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({ _id: thing, kinds: ['message'] }, { status: 201 }),
  )
  vi.stubGlobal('fetch', server)
  await writePush({ ...record, kinds: ['message'] })
  await renewPushInBackground({ pushManager } as unknown as ServiceWorkerRegistration)
  const [url, init] = server.mock.calls[0] ?? []
  expect([url, new Headers(init?.headers).get('authorization')]).toEqual([
    '/api/push/subscriptions',
    `Bearer token of ${me}`,
  ])
  expect(JSON.parse(init?.body as string)).toEqual({
    ...{ endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' }, kinds: ['message'] },
    serverKey: 'BKey',
  })
  expect(await readPush()).toMatchObject({ id: thing, isSent: true })

  // A session that the server refuses has no subscription any more.
  await signIn(me, { needsAuth: true })
  await renewPushInBackground({ pushManager } as unknown as ServiceWorkerRegistration)
  expect(server).toHaveBeenCalledOnce()
  await removePush()
  vi.unstubAllGlobals()
})
