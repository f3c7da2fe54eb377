// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveProfile } from '../../app/flows/account/account-actions.ts'
import { restoreSession, startSession } from '../session/session.ts'
import { currentSync, keepSyncing, openedSync, syncState, withSyncOf } from './sync.ts'

const line = vi.hoisted(() => ({ isDown: true }))
const storage = vi.hoisted(() => ({ opens: () => Promise.resolve() }))
const openEngine = vi.hoisted(() => vi.fn<(account: string, token: () => string | null) => void>())
const modelOf = vi.hoisted(() => vi.fn<(account: string) => Promise<unknown>>(() => Promise.resolve()))
const stop = vi.hoisted(() => vi.fn(() => Promise.resolve()))
const mutate = vi.hoisted(() => vi.fn(() => Promise.resolve()))

vi.mock('./sync-engine.ts', () => ({
  openEngine: async (account: string, token: () => string | null) => {
    openEngine(account, token)
    await storage.opens()
    return {
      db: { meta: { bulkGet: () => Promise.resolve(null) } },
      status: () => ({ state: 'idle', pending: 0, rejected: 0, lastSyncAt: null }),
      subscribe: () => () => {},
      wake: () => {},
      mutate,
      stop,
    }
  },
  modelOf,
  watchProfile: () => () => {},
}))

vi.mock('@vesper/sync/vesper/vesper-model.ts', () => {
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return { vesperModel: null }
})

const edit = { changes: { name: 'Ada L.' }, base: { name: 'Ada' }, replaced: [] }
const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  mutate.mockClear()
  storage.opens = () => Promise.resolve()
  await restoreSession()
})

afterEach(() => vi.useRealTimers())

test('a creator’s part of the engine that does not load is no storage that fails: it is asked for again when the line is back', async () => {
  const engine = await vi.importActual<typeof import('./sync-engine.ts')>('./sync-engine.ts')
  modelOf.mockImplementationOnce(engine.modelOf)
  await startSession({ token: 'token-1', user: { ...user, isPerformer: true } }, true)
  // An edit meanwhile is queued as at any other time, also before the engine is asked for.
  const saving = saveProfile(edit)
  keepSyncing()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(syncState().state).toBe('opening')
  line.isDown = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(currentSync()).not.toBeNull())
  await saving
  expect(mutate).toHaveBeenCalledExactlyOnceWith('profile.update', { changes: edit.changes, base: edit.base })
})

test('an edit while the engine opens is not applied under another account that signs in meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  storage.opens = () => gate.promise
  await startSession({ token: 'token-2', user: { ...user, _id: 'v' } }, true)
  const saving = saveProfile(edit)
  await startSession({ token: 'token-3', user: { ...user, _id: 'w' } }, true)
  // At once: not when the storage of whoever has left opens.
  await expect(saving).rejects.toThrow('has left')
  gate.resolve()
  await vi.waitFor(() => expect(currentSync()).not.toBeNull())
  expect(mutate).not.toHaveBeenCalled()
})

test('a storage that takes too long to open holds up nothing for ever, neither a save nor whoever leaves', async () => {
  storage.opens = () => new Promise(() => {})
  await startSession({ token: 'token-4', user: { ...user, _id: 'x' } }, true)
  vi.useFakeTimers()
  const work = vi.fn(() => Promise.resolve())
  const asked = Promise.allSettled([openedSync(), withSyncOf('x', work)])
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(work).not.toHaveBeenCalled()
})

test('a storage that does not answer is said to, and what opens late is used all the same', async () => {
  const gate = Promise.withResolvers<void>()
  storage.opens = () => gate.promise
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await startSession({ token: 'token-6', user: { ...user, _id: 'z' } }, true)
  await vi.waitFor(() => expect(openEngine.mock.lastCall?.[0]).toBe('z'))
  // From here on, the time is the test's alone.
  vi.setTimerTickMode('manual')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(syncState()).toEqual({ state: 'opening', account: 'z', isLate: false })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(syncState()).toEqual({ state: 'opening', account: 'z', isLate: true })
  gate.resolve()
  await vi.waitFor(() => expect(syncState()).toMatchObject({ state: 'on', account: 'z' }))
})

test('a storage that does not answer for whoever has left is nothing to whoever signs in, and is let go of', async () => {
  const gate = Promise.withResolvers<void>()
  storage.opens = () => gate.promise
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await startSession({ token: 'token-7', user: { ...user, _id: 'q' } }, true)
  await vi.waitFor(() => expect(openEngine.mock.lastCall?.[0]).toBe('q'))
  storage.opens = () => Promise.resolve()
  await startSession({ token: 'token-8', user: { ...user, _id: 'r' } }, true)
  await vi.waitFor(() => expect(syncState()).toMatchObject({ state: 'on', account: 'r' }))
  stop.mockClear()
  await vi.advanceTimersByTimeAsync(11_000)
  expect(syncState()).toMatchObject({ state: 'on', account: 'r' })
  gate.resolve()
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce())
  expect(syncState()).toMatchObject({ state: 'on', account: 'r' })
})

test('files of the engine that take long to load are no storage that does not answer', async () => {
  const gate = Promise.withResolvers<void>()
  modelOf.mockReturnValueOnce(gate.promise)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await startSession({ token: 'token-9', user: { ...user, _id: 's' } }, true)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(syncState()).toEqual({ state: 'opening', account: 's', isLate: false })
  gate.resolve()
  await vi.waitFor(() => expect(syncState()).toMatchObject({ state: 'on', account: 's' }))
})

test('a storage that could not be opened is tried anew for whoever leaves, with their session, and let go of afterwards', async () => {
  storage.opens = () => Promise.reject(new Error('The storage is locked'))
  await startSession({ token: 'token-5', user: { ...user, _id: 'y' } }, true)
  await vi.waitFor(() => expect(syncState().state).toBe('failed'))
  storage.opens = () => Promise.resolve()
  openEngine.mockClear()
  stop.mockClear()
  const work = vi.fn(() => Promise.reject(new Error('The line is away')))
  await expect(withSyncOf('y', work)).rejects.toThrow('The line is away')
  expect(openEngine).toHaveBeenCalledOnce()
  expect(openEngine.mock.lastCall?.[0]).toBe('y')
  expect(openEngine.mock.lastCall?.[1]()).toBe('token-5')
  expect(stop).toHaveBeenCalledOnce()
})
