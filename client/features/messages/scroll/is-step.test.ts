import { expect, test } from 'vitest'
import { isStep } from './is-step.ts'

/** The places that a log hears of when it is scrolled from one to the other by `by` pixels a frame. */
function heard({ from, to, by, most }: { from: number; to: number; by: number; most: number }): number[] {
  const places: number[] = []
  let believed = from
  const direction = Math.sign(to - from)
  for (let offset = from; direction * (to - offset) >= 0; offset += direction * by) {
    if (!isStep(offset - believed, Math.min(offset, most - offset))) continue
    places.push(offset)
    believed = offset
  }
  return places
}

test('a log hears of scrolling in steps, upwards and downwards', () => {
  expect(heard({ from: 5_000, to: 4_000, by: 60, most: 9_000 })).toEqual([4_760, 4_520, 4_280, 4_040])
  expect(heard({ from: 4_000, to: 5_000, by: 60, most: 9_000 })).toEqual([4_240, 4_480, 4_720, 4_960])
})

test('slow scrolling draws as often for its length', () => {
  expect(heard({ from: 5_000, to: 4_000, by: 1, most: 9_000 })).toEqual([4_760, 4_520, 4_280, 4_040])
})

test('a leap is heard of at once', () => {
  expect(isStep(-3_000, 2_000)).toBe(true)
})

test('near either end every place is heard of', () => {
  expect(heard({ from: 590, to: 470, by: 60, most: 9_000 })).toEqual([590, 530, 470])
  expect(heard({ from: 8_410, to: 8_530, by: 60, most: 9_000 })).toEqual([8_410, 8_470, 8_530])
})
