import { expect, test } from 'vitest'
import { isWanted, rowsNear, timedRuns } from './rows-near.ts'

const bytes = new Uint8Array()
const hole = { beginMs: 20_000, endMs: 30_000 }
const chunk = (index: number) => ({ runId: 'run', index, fromMs: index * 2_000, toMs: (index + 1) * 2_000, bytes })

test('a chunk goes once the server has told of no hole near it', () => {
  const told = { beginMs: 0, atMs: 100_000, holes: [hole] }
  const at = (fromMs: number) => isWanted({ fromMs, toMs: fromMs + 2_000 }, told)
  expect([at(15_000), at(15_001)]).toEqual([false, true])
  expect([at(32_999), at(33_000)]).toEqual([true, false])
  // The server may not have told of it yet.
  expect([at(88_000), at(88_001)]).toEqual([false, true])
})

test('a hole that lasts wants all that follows, and a run without a time is kept', () => {
  const span = { fromMs: 60_000, toMs: 62_000 }
  expect(isWanted(span, { beginMs: 0, atMs: 100_000, holes: [{ beginMs: 40_000, endMs: null }] })).toBe(true)
  expect(isWanted(span, { beginMs: 0, atMs: 100_000, holes: [] })).toBe(false)
  expect(isWanted(span, { beginMs: null, atMs: 100_000, holes: [] })).toBe(true)
})

test('the time of a run counts from its own beginning', () => {
  expect(isWanted({ fromMs: 0, toMs: 2_000 }, { beginMs: 24_000, atMs: 100_000, holes: [hole] })).toBe(true)
  expect(isWanted({ fromMs: 0, toMs: 2_000 }, { beginMs: 34_000, atMs: 100_000, holes: [hole] })).toBe(false)
})

test('chunks near a hole are rows without gaps', () => {
  const chunks = [14, 9, 8, 11, 10, 3, 13].map(chunk)
  const rows = rowsNear(chunks, { beginMs: 0 }, hole).map((row) => row.map(({ index }) => index))
  expect(rows).toEqual([
    [8, 9, 10, 11],
    [13, 14],
  ])
})

test('a run without a time or without its beginning fills nothing', () => {
  const run = { id: 'run', streamId: 'stream', createdAt: 0 }
  const timed = { ...run, beginMs: 5, init: bytes }
  expect(timedRuns([{ ...timed, beginMs: null }, { ...timed, init: null }, timed])).toEqual([timed])
})
