import { expect, test } from 'vitest'
import { isSound, PAST_MAX, pastAfter } from './lineage.ts'
import type { Lineage, RunStart } from './lineage.ts'

const restored: Lineage = {
  version: 8,
  floor: 0,
  past: [
    [1, 0],
    [3, 5],
  ],
}

test.each<[string, number, number, boolean]>([
  ['what the backup has', 5, 1, true],
  ['what came after the backup, and is lost', 6, 1, false],
  ['lost, though the server has come as far again', 8, 1, false],
  ['what a run wrote that is lost as a whole', 6, 2, false],
  ['what the present run wrote', 6, 3, true],
  ['what nobody has written yet', 9, 3, false],
])('[TIME-3] %s', (...[, held, run, sound]) => {
  expect(isSound(held, run, restored)).toBe(sound)
})

test('[TIME-4] a version before deletions that are forgotten is none to go on from', () => {
  const pruned = { ...restored, floor: 4 }
  expect([3, 4].map((held) => isSound(held, 1, pruned))).toEqual([false, true])
})

test('[TIME-3] a space remembers its last runs, and trusts nothing from before them', () => {
  let past: RunStart[] = []
  for (let run = 1; run <= 50; run += 1) {
    past = pastAfter(past, run, run * 10)
    expect(pastAfter(past, run, run * 10 + 5)).toEqual(past)
  }
  expect(past).toHaveLength(PAST_MAX)
  const lineage = { version: 600, floor: 0, past }
  expect(isSound(1, 10, lineage)).toBe(false)
  expect(isSound(200, 19, lineage)).toBe(true)
  expect(isSound(201, 19, lineage)).toBe(false)
})
