import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lineBack } from '../../core/connection/model.ts'
import { followWithdrawals } from './follow-withdrawals.ts'

const status = { state: 'idle', leader: true }
let statusListener = () => {}
let takenListener = () => {}
const sync = {
  status: () => status,
  subscribe: (listener: () => void) => ((statusListener = listener), () => {}),
  onTaken: (listener: () => void) => ((takenListener = listener), () => {}),
}
vi.mock('../../core/sync/sync.ts', () => ({
  syncState: () => ({ state: 'on', account: 'me', sync }),
  subscribeToSync: () => () => {},
}))

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(status, { state: 'idle', leader: true })
})
afterEach(() => vi.useRealTimers())

async function tell(): Promise<void> {
  statusListener()
  await vi.advanceTimersByTimeAsync(0)
}

test('asks once after the start, once a minute while changes come in, and at once when the connection is back', async () => {
  const drop = vi.fn(async () => undefined)
  followWithdrawals(drop)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(drop).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(drop.mock.calls).toEqual([['me']])
  await vi.advanceTimersByTimeAsync(600_000)
  await tell()
  expect(drop).toHaveBeenCalledTimes(1)
  for (let second = 0; second < 30; second += 1) {
    takenListener()
    await tell()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(drop).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(drop).toHaveBeenCalledTimes(3)
  takenListener()
  await tell()
  lineBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(drop).toHaveBeenCalledTimes(4)
})

test('one question at a time, however long its answer takes', async () => {
  const answer = Promise.withResolvers<undefined>()
  const drop = vi.fn(() => answer.promise)
  followWithdrawals(drop)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(drop).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  lineBack()
  takenListener()
  await tell()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(drop).toHaveBeenCalledTimes(1)
  answer.resolve(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(drop).toHaveBeenCalledTimes(2)
})

test('asks again after a failure, and leaves it to the tab that synchronises', async () => {
  const drop = vi.fn(() => Promise.reject(new Error('no answer')))
  status.leader = false
  followWithdrawals(drop)
  await vi.advanceTimersByTimeAsync(3_000)
  await tell()
  expect(drop).not.toHaveBeenCalled()
  status.leader = true
  await tell()
  expect(drop).toHaveBeenCalledTimes(1)
  await tell()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drop).toHaveBeenCalledTimes(2)
})
