// @vitest-environment happy-dom
import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheResponse } from '../../../core/api/response-cache.ts'
import { formsOf, tabForms } from '../../../core/forms/form-draft-storage.ts'
import { beginScope } from '../../../core/session/current-scope.ts'
import { accountKey } from '../../../core/storage/stored-values.ts'
import { rememberLeaving } from './leaving-note.ts'
import { countUnsent, removeAccount, sendUnsent } from './logout.ts'
import { resumeLogout } from './resume-logout.ts'

let outbox = [
  { name: 'conversation.read-all', state: 'waiting' },
  { name: 'conversation.read-all', state: 'rejected' },
  { name: 'message.send', state: 'waiting' },
]
const drafts = [
  { key: 'message:1', text: ' ', fileIds: [] },
  { key: 'message:2', text: 'half', fileIds: [] },
]

const engine = {
  db: {
    outbox: { toArray: async () => outbox, count: async () => outbox.length },
    drafts: { toArray: async () => drafts },
  },
  // As where another tab leads, and says that it sends.
  drainOnce: async () => true,
  status: () => status,
  subscribe: (added: () => void) => {
    listener = added
    return () => {}
  },
  wake: vi.fn(),
}
let status: SyncStatus
let listener = () => {}

vi.mock('../../../core/sync/sync.ts', () => ({
  withSyncOf: async (_account: string, work: (sync: typeof engine) => unknown) => work(engine),
  stopSyncing: async () => undefined,
}))

vi.mock('../../../core/sync/sync-engine.ts', () => ({ deleteDatabase: async () => undefined }))

const deleteLocalRecordings = vi.hoisted(() => vi.fn(async (_account: string) => undefined))
vi.mock('../../../core/storage/local-recordings.ts', () => ({ deleteLocalRecordings }))

const dropPush = vi.hoisted(() => vi.fn(async (_account: string) => undefined))
vi.mock('../../../core/push/push.ts', () => ({ dropPush }))

beforeEach(() => {
  // The database of the session works by the others.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  engine.wake.mockClear()
  status = {
    ...{ state: 'syncing', leader: false, lastSyncAt: null, pending: 2, rejected: 1 },
    ...{ oldestPendingAt: null, nextAttemptAt: null, full: false, whole: true },
  }
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('who logs out is told of what would be missed, not of a mark of reading or an empty draft', async () => {
  expect(await countUnsent('me')).toEqual({ mutations: 1, refused: 1, drafts: 1 })
})

test('who logs out is told of a form that is not saved', async () => {
  formsOf('me').write('profile', { bio: 'half a thought' })
  formsOf('other').write('profile', { bio: 'of no concern' })
  expect(await countUnsent('me')).toEqual({ mutations: 1, refused: 1, drafts: 2 })
})

/** The answers of `sendUnsent` so far. */
function sending() {
  const answered = vi.fn()
  void sendUnsent('me').then(answered)
  return answered
}

async function say(change: Partial<SyncStatus>): Promise<void> {
  status = { ...status, ...change }
  listener()
  await vi.advanceTimersByTimeAsync(1_000)
}

test('where another tab does the sending, it is waited for until nothing is left to send', async () => {
  const answered = sending()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(answered).not.toHaveBeenCalled()
  expect(engine.wake).toHaveBeenCalledWith('manual')
  await say({ lastSyncAt: '2026-11-21T09:00:05.000Z', pending: 1 })
  expect(answered).not.toHaveBeenCalled()
  outbox = outbox.filter(({ state }) => state === 'rejected')
  await say({ lastSyncAt: '2026-11-21T09:00:06.000Z', pending: 0 })
  expect(answered).toHaveBeenCalledWith({ mutations: 0, refused: 1, drafts: 1 })
})

test('an attempt that fails there is the last, and this tab’s own needs no other', async () => {
  const answered = sending()
  await vi.advanceTimersByTimeAsync(0)
  await say({ nextAttemptAt: '2026-11-21T09:00:10.000Z' })
  expect(answered).toHaveBeenCalledOnce()
  engine.wake.mockClear()
  status = { ...status, leader: true }
  const answeredAtOnce = sending()
  await vi.advanceTimersByTimeAsync(0)
  expect(answeredAtOnce).toHaveBeenCalledOnce()
  expect(engine.wake).not.toHaveBeenCalled()
})

test('neither a cache of the account nor its push messages nor its recordings are left', async () => {
  const names = new Set(['media-me', 'vesper-unsent-me', 'media-other', 'vesper-unsent-other', 'workbox-precache'])
  vi.stubGlobal('caches', { delete: async (name: string) => names.delete(name), keys: async () => [...names] })
  await removeAccount('me')
  expect([...names]).toEqual(['media-other', 'vesper-unsent-other', 'workbox-precache'])
  expect(dropPush).toHaveBeenCalledWith('me')
  expect(deleteLocalRecordings).toHaveBeenCalledWith('me')
  vi.unstubAllGlobals()
})

test('an answer that another tab gets during and after a logout is not kept', async () => {
  rememberLeaving('me')
  cacheResponse('me', '/home', { posts: [] })
  await removeAccount('me')
  cacheResponse('me', '/home', { posts: [] })
  await vi.advanceTimersByTimeAsync(5_000)
  cacheResponse('me', '/home', { posts: [] })
  expect(localStorage.getItem(accountKey('kept', 'me', '/home'))).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(Object.keys(localStorage)).toEqual([])
})

test('a page that starts after a finished logout removes nothing anew, and lets the account sign in', async () => {
  beginScope({ state: 'signed-out' })
  rememberLeaving('me')
  await removeAccount('me')
  vi.clearAllTimers()
  tabForms.write('register-fan', { name: 'Robin' })
  await resumeLogout()
  expect(tabForms.read('register-fan')).toEqual({ name: 'Robin' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(Object.keys(localStorage)).toEqual([])
})

test('a page that starts after a logout that was cut off finishes it', async () => {
  beginScope({ state: 'signed-out' })
  rememberLeaving('me')
  tabForms.write('register-fan', { name: 'Robin' })
  await resumeLogout()
  expect(tabForms.read('register-fan')).toEqual({})
})
