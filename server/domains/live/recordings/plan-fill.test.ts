import { expect, test } from 'vitest'
import { planFill } from './plan-fill.ts'

const hole = { beginMs: 4_000, endMs: 8_000 }

test('a slice that covers a hole takes its place, by the server’s time', () => {
  expect(planFill(20_000, [hole], [{ beginMs: 3_500, endMs: 9_000 }])).toEqual([
    { from: null, beginMs: 0, endMs: 4_000 },
    { from: 0, beginMs: 500, endMs: 4_500 },
    { from: null, beginMs: 8_000, endMs: 20_000 },
  ])
})

test('slices of two runs share a hole, and between them the picture stands still', () => {
  const slices = [
    { beginMs: 6_500, endMs: 9_000 },
    { beginMs: 3_000, endMs: 5_000 },
  ]
  expect(planFill(20_000, [hole], slices)).toEqual([
    { from: null, beginMs: 0, endMs: 4_000 },
    { from: 1, beginMs: 1_000, endMs: 2_000 },
    { from: null, beginMs: 5_000, endMs: 6_500 },
    { from: 0, beginMs: 0, endMs: 1_500 },
    { from: null, beginMs: 8_000, endMs: 20_000 },
  ])
})

test('one slice fills several holes', () => {
  const holes = [hole, { beginMs: 9_000, endMs: 10_000 }]
  expect(planFill(12_000, holes, [{ beginMs: 3_000, endMs: 11_000 }])).toEqual([
    { from: null, beginMs: 0, endMs: 4_000 },
    { from: 0, beginMs: 1_000, endMs: 5_000 },
    { from: null, beginMs: 8_000, endMs: 9_000 },
    { from: 0, beginMs: 6_000, endMs: 7_000 },
    { from: null, beginMs: 10_000, endMs: 12_000 },
  ])
})

test('a hole at the end makes the video longer, as far as slices reach', () => {
  expect(planFill(4_000, [hole], [{ beginMs: 3_000, endMs: 6_000 }])).toEqual([
    { from: null, beginMs: 0, endMs: 4_000 },
    { from: 0, beginMs: 1_000, endMs: 3_000 },
  ])
})

test('without slices the recording stays as it is, and slices beside the holes change nothing', () => {
  const plain = [{ from: null, beginMs: 0, endMs: 20_000 }]
  expect(planFill(20_000, [hole], [])).toEqual(plain)
  expect(planFill(20_000, [hole], [{ beginMs: 1_000, endMs: 4_000 }])).toEqual(plain)
  expect(planFill(20_000, [], [{ beginMs: 1_000, endMs: 4_000 }])).toEqual(plain)
})

test('every millisecond of the recording is in the video once', () => {
  const holes = [hole, { beginMs: 11_000, endMs: 13_000 }]
  const slices = [
    { beginMs: 3_900, endMs: 5_050 },
    { beginMs: 5_000, endMs: 7_000 },
    { beginMs: 7_050, endMs: 8_050 },
    { beginMs: 12_000, endMs: 12_500 },
  ]
  const pieces = planFill(20_000, holes, slices)
  expect(pieces.reduce((sum, { beginMs, endMs }) => sum + endMs - beginMs, 0)).toBe(20_000)
})
