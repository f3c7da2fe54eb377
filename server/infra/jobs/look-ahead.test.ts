import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DueWork } from './due-work.ts'
import { lookAhead } from './look-ahead.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function started(work: DueWork[] = []) {
  const poke = vi.fn()
  const read = vi.fn(async () => work)
  const failed = vi.fn()
  const ahead = lookAhead({ read, poke, failed })
  return { ahead, poke, read, failed, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

const due = (name: string, inMs: number): DueWork => ({ name, inMs, isAttended: false })

test('it asks once a minute, and workers look when work is due', async () => {
  const { poke, read, pass } = started([due('now', -5), due('soon', 3_000), due('later', 60_001)])
  await pass(59_999)
  expect(read).not.toHaveBeenCalled()
  await pass(1)
  expect(poke.mock.calls).toEqual([['now']])
  await pass(2_999)
  expect(poke).toHaveBeenCalledTimes(1)
  await pass(200)
  expect(poke.mock.calls).toEqual([['now'], ['soon']])
})

test('it asks again behind the first of several works of one job', async () => {
  const { ahead, poke, read, pass } = started()
  ahead.due('one', 5_000)
  await pass(6_000)
  await pass(3_000)
  expect([poke.mock.calls.length, read.mock.calls.length]).toEqual([1, 0])
  // The same work, seen once more, is not a second one; what is due a moment later is caught by the one poke.
  ahead.due('one', 5_000)
  ahead.due('one', 5_099)
  await pass(5_110)
  expect(poke).toHaveBeenCalledTimes(1)
  await pass(3_000)
  expect([poke.mock.calls.length, read.mock.calls.length]).toEqual([2, 0])
  ahead.due('one', 5_000)
  ahead.due('one', 9_000)
  await pass(5_200)
  expect([poke.mock.calls.length, read.mock.calls.length]).toEqual([3, 0])
  await pass(2_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('earlier work comes first, and a look that fails is tried again', async () => {
  const { ahead, poke, read, failed, pass } = started()
  ahead.due('one', 9_000)
  ahead.due('one', 1_000)
  await pass(1_200)
  expect(poke).toHaveBeenCalledTimes(1)
  read.mockRejectedValueOnce(new Error('away'))
  await pass(2_000)
  expect(failed).toHaveBeenCalledTimes(1)
  await pass(60_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('many failures call for few looks, and nothing happens after the stop', async () => {
  const { ahead, poke, read, pass } = started()
  for (let count = 0; count < 100; count += 1) {
    ahead.lookSoon()
    await pass(10)
  }
  await pass(3_000)
  expect(read).toHaveBeenCalledTimes(2)
  ahead.due('one', 1_000)
  ahead.lookSoon()
  ahead.stop()
  ahead.due('two', 1_000)
  await pass(120_000)
  expect([poke.mock.calls.length, read.mock.calls.length]).toEqual([0, 2])
})
