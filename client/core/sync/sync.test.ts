import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { expect, test, vi } from 'vitest'
import { currentSession, restoreSession, startSession } from '../session/session.ts'
import { currentSync, keepSyncing } from './sync.ts'

const engine = vi.hoisted(() => ({
  token: (): string | null => null,
  status: {} as SyncStatus,
  tell: () => {},
  signedIn: () => {},
  known: [{ key: 'copies', value: 'yes' }] as unknown[],
}))

vi.mock('./sync-engine.ts', () => ({
  openEngine: (_account: string, token: () => string | null) => {
    engine.token = token
    return Promise.resolve({
      db: { meta: { bulkGet: () => Promise.resolve(engine.known) } },
      status: () => engine.status,
      subscribe: (listener: () => void) => {
        engine.tell = listener
        return () => {}
      },
      wake: () => {},
      signedIn: () => engine.signedIn(),
      stop: () => Promise.resolve(),
    })
  },
  modelOf: () => Promise.resolve(),
  watchProfile: () => () => {},
}))

const idle: SyncStatus = {
  ...{ state: 'idle', leader: true, lastSyncAt: null, pending: 0, rejected: 0 },
  ...{ oldestPendingAt: null, nextAttemptAt: null, full: false, whole: true },
}
const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile

test('the engine ends the session whose token was refused, and not the one that follows it', async () => {
  engine.status = idle
  engine.signedIn = vi.fn()
  await restoreSession()
  await startSession({ token: 'token-1', user }, true)
  keepSyncing()
  await vi.waitFor(() => expect(currentSync()).not.toBeNull())

  expect(engine.token()).toBe('token-1')
  engine.status = { ...idle, state: 'needs-auth' }
  engine.tell()
  await vi.waitFor(() => expect(currentSession().state).toBe('needs-auth'))

  await startSession({ token: 'token-2', user }, true)
  engine.tell()
  expect(engine.signedIn).toHaveBeenCalledOnce()
  expect(currentSession()).toMatchObject({ state: 'signed-in', token: 'token-2' })
})

test('the engine hears of each new login, also while the one before still holds: a late refusal of that says nothing', async () => {
  engine.status = idle
  await startSession({ token: 'token-3', user }, true)
  expect(engine.token()).toBe('token-3')
  engine.signedIn = vi.fn()
  await startSession({ token: 'token-4', user }, true)
  expect(engine.signedIn).toHaveBeenCalledOnce()
})

test.each([
  ['refuses', () => Promise.reject(new DOMException('not here', 'SecurityError'))],
  ['does not answer', () => new Promise<boolean>(() => {})],
])('a browser whose cache storage %s opens a new database all the same', async (_how, has) => {
  vi.stubGlobal('caches', { has })
  engine.known = [undefined, undefined]
  const account = { ...user, _id: `u-${_how}` }
  await startSession({ token: 'token-5', user: account }, true)
  await vi.waitFor(() => expect(currentSync()).toBeNull())
  await vi.waitFor(() => expect(currentSync()).not.toBeNull())
  vi.unstubAllGlobals()
})
