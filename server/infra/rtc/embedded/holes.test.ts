import { expect, test } from 'vitest'
import { HOLE_MS, Holes } from './holes.ts'

/** Packets of a picture every 100 ms, from and to. */
function send(holes: Holes, fromMs: number, toMs: number): void {
  for (let at = fromMs; at <= toMs; at += 100) holes.hear(at, false)
}

test('a silence is a hole from its first second on, and no shorter one is', () => {
  const holes = new Holes()
  send(holes, 0, 2_000)
  expect(holes.list(2_000 + HOLE_MS - 1)).toEqual([])
  expect(holes.list(2_000 + HOLE_MS)).toEqual([{ beginMs: 2_000, endMs: null }])
  send(holes, 2_000 + HOLE_MS - 1, 4_000)
  expect(holes.list(4_000)).toEqual([])
  send(holes, 9_000, 9_500)
  expect(holes.list(9_500)).toEqual([{ beginMs: 3_999, endMs: 9_000 }])
})

test('a hole lasts until the picture is back', () => {
  const holes = new Holes()
  send(holes, 0, 1_000)
  holes.hear(5_000, true)
  holes.hear(5_400, true)
  expect(holes.list(5_450)).toEqual([{ beginMs: 1_000, endMs: null }])
  holes.hear(5_500, false)
  expect(holes.list(5_600)).toEqual([{ beginMs: 1_000, endMs: 5_500 }])
})

test('sound that stays alone has ended the hole when it came', () => {
  const holes = new Holes()
  send(holes, 0, 1_000)
  for (let at = 5_000; at < 8_000; at += 500) holes.hear(at, true)
  expect(holes.list(7_999)).toEqual([{ beginMs: 1_000, endMs: null }])
  holes.hear(8_000, true)
  expect(holes.list(8_000)).toEqual([{ beginMs: 1_000, endMs: 5_000 }])
})

test('a stream has 200 holes at most', () => {
  const holes = new Holes()
  for (let at = 0; at <= 500_000; at += 2_000) holes.hear(at, false)
  expect(holes.list(500_000)).toHaveLength(200)
})
