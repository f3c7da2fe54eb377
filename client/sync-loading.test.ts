// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/records/profile.ts'
import { expect, test, vi } from 'vitest'
import { saveProfile } from './account.ts'
import { restoreSession, startSession } from './session.ts'
import { currentSync, keepSyncing, syncState } from './sync.ts'

const line = vi.hoisted(() => ({ isDown: true }))
const storage = vi.hoisted(() => ({ opens: Promise.resolve() }))
const mutate = vi.hoisted(() => vi.fn(() => Promise.resolve()))

vi.mock('./sync-engine.ts', () => {
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return {
    openEngine: async () => {
      await storage.opens
      return {
        db: { meta: { bulkGet: () => Promise.resolve(null) } },
        status: () => ({ state: 'idle', pending: 0, rejected: 0, lastSyncAt: null }),
        subscribe: () => () => {},
        wake: () => {},
        mutate,
        stop: () => Promise.resolve(),
      }
    },
    watchProfile: () => () => {},
  }
})

const expiresAt = '2099-01-01T00:00:00.000Z'
const edit = { changes: { name: 'Ada L.' }, base: { name: 'Ada' }, replaced: [] }
const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile

test('[LOAD-2] an engine that does not load is no storage that fails: it is asked for again when the line is back', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  await restoreSession()
  await startSession({ token: 'token-1', expiresAt, user }, true)
  keepSyncing()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(syncState().state).toBe('opening')
  const saving = saveProfile(edit)
  line.isDown = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(currentSync()).not.toBeNull())
  // What is saved meanwhile is queued, as it is at any other time.
  await saving
  expect(mutate).toHaveBeenCalledExactlyOnceWith('profile.update', {
    changes: { name: 'Ada L.' },
    base: { name: 'Ada' },
  })
})

test('[WALL-1] what is saved while the engine opens is not done under another account that signs in meanwhile', async () => {
  mutate.mockClear()
  const gate = Promise.withResolvers<void>()
  storage.opens = gate.promise
  await startSession({ token: 'token-2', expiresAt, user: { ...user, _id: 'v' } }, true)
  const saving = saveProfile(edit)
  await startSession({ token: 'token-3', expiresAt, user: { ...user, _id: 'w' } }, true)
  gate.resolve()
  await expect(saving).rejects.toThrow('Another account')
  await vi.waitFor(() => expect(currentSync()).not.toBeNull())
  expect(mutate).not.toHaveBeenCalled()
})
