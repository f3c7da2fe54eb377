import { expect, test } from 'vitest'
import { rangeBelow } from './range-below.ts'

test('[GAP-1] what is held ends where a message is missing, what is missing where one is held', () => {
  const held = [1, 2, 3, 8, 9, 10, 12]
  expect(rangeBelow(12, held, 50)).toEqual({ kind: 'hole', from: 11, to: 11 })
  expect(rangeBelow(11, held, 50)).toEqual({ kind: 'held', from: 8, to: 10 })
  expect(rangeBelow(8, held, 50)).toEqual({ kind: 'hole', from: 4, to: 7 })
  expect(rangeBelow(4, held, 50)).toEqual({ kind: 'held', from: 1, to: 3 })
  expect(rangeBelow(300, [], 50)).toEqual({ kind: 'hole', from: 250, to: 299 })
})

test('[GAP-1] going down range by range passes every message once, whatever is held', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const held = Array.from({ length: 200 }, (_, n) => n + 1).filter(
      (seq) => Math.sin(seq * seed) > (seed % 19) / 10 - 1,
    )
    const most = (seed % 60) + 1
    const seen: number[] = []
    for (let before = 201; before > 1;) {
      const { kind, from, to } = rangeBelow(before, held, most)
      expect([to, from >= 1, to - from < most]).toEqual([before - 1, true, true])
      for (let seq = to; seq >= from; seq -= 1) {
        expect(held.includes(seq)).toBe(kind === 'held')
        seen.push(seq)
      }
      before = from
    }
    expect(seen).toEqual(Array.from({ length: 200 }, (_, n) => 200 - n))
  }
})
