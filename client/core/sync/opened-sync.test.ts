// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../api/api.ts'
import { startSession } from '../session/session.ts'
import { keepSyncing, openedSync } from './sync.ts'

vi.mock('./engine-demand.ts', () => ({ demandEngine: () => {} }))
vi.mock('./first-pull.ts', () => ({ beginFirstPull: () => Promise.resolve() }))
// Its storage never opens.
vi.mock('./sync-engine.ts', () => ({
  openEngine: () => new Promise(() => {}),
  modelOf: () => Promise.resolve(),
  watchProfile: () => () => {},
}))

afterEach(() => vi.useRealTimers())

test('a caller waits a minute for the files of the engine, and from then on as long as a storage may take', async () => {
  const user = { _id: 'u', name: 'Ada', email: 'ada@demo.test', username: 'ada' } as Profile
  await startSession({ token: 'token-1', user }, true)
  vi.useFakeTimers()
  const ends = vi.fn<(error: unknown) => void>()
  openedSync().catch(ends)
  await vi.advanceTimersByTimeAsync(59_900)
  expect(ends).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(ends.mock.calls[0]?.[0]).toBeInstanceOf(ConnectionError)

  ends.mockClear()
  openedSync().catch(ends)
  await vi.advanceTimersByTimeAsync(30_000)
  keepSyncing()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(ends).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(ends.mock.calls[0]?.[0]).toMatchObject({ message: 'The storage of this device does not open' })
})
