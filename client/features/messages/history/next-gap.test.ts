import { expect, test } from 'vitest'
import { nextGap } from './next-gap.ts'
import type { NextGap } from './next-gap.ts'

test('a held range ends where a message is missing, a hole where one is held', () => {
  const held = [1, 2, 3, 8, 9, 10, 12]
  expect(nextGap(12, held, 50)).toEqual({ kind: 'hole', from: 11, to: 11 })
  expect(nextGap(11, held, 50)).toEqual({ kind: 'held', from: 8, to: 10 })
  expect(nextGap(8, held, 50)).toEqual({ kind: 'hole', from: 4, to: 7 })
  expect(nextGap(4, held, 50)).toEqual({ kind: 'held', from: 1, to: 3 })
  expect(nextGap(300, [], 50)).toEqual({ kind: 'hole', from: 250, to: 299 })
})

test('going down range by range passes every message once, whatever is held', () => {
  const all = Array.from({ length: 200 }, (_, n) => 200 - n)
  for (let seed = 1; seed <= 200; seed += 1) {
    const held = new Set(all.filter((seq) => Math.sin(seq * seed) > (seed % 19) / 10 - 1))
    const most = (seed % 60) + 1
    const ranges: NextGap[] = []
    for (let before = 201; before > 1 && ranges.length < all.length; before = ranges.at(-1)?.from ?? 1) {
      ranges.push(nextGap(before, held, most))
    }
    const passed = ranges.flatMap(({ kind, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, n) => `${kind} ${to - n}`),
    )
    // As one text: to compare 40,000 messages one by one takes a second.
    expect(passed.join()).toBe(all.map((seq) => `${held.has(seq) ? 'held' : 'hole'} ${seq}`).join())
    expect(ranges.filter(({ from, to }) => to - from >= most)).toEqual([])
  }
})
