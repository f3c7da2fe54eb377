import { expect, test } from 'vitest'
import { bounded, noZoom, pinched, scaledAt } from './zoom.ts'

const at = (x: number, y = 0) => ({ x, y })

test('two fingers that part enlarge the photo, and what was between them stays there', () => {
  const zoom = pinched(noZoom, [at(90), at(110)], [at(80), at(120)])
  expect(zoom.scale).toBe(2)
  // The point 100 of the photo is drawn at its middle plus 100 times the scale.
  expect(zoom.x + 100 * zoom.scale).toBe(100)
})

test('two fingers that move together move the photo', () => {
  const zoom = { scale: 2, x: 0, y: 0 }
  expect(pinched(zoom, [at(0), at(50)], [at(30, 5), at(80, 5)])).toEqual({ scale: 2, x: 30, y: 5 })
})

test('a photo is neither smaller than its stage nor more than four times as large', () => {
  expect(pinched(noZoom, [at(0), at(100)], [at(0), at(10)]).scale).toBe(1)
  expect(scaledAt(noZoom, 9, at(0)).scale).toBe(4)
})

test('a photo that is enlarged at a point keeps that point in its place', () => {
  const zoom = scaledAt(noZoom, 2.5, at(40, -20))
  expect([zoom.x + 40 * zoom.scale, zoom.y - 20 * zoom.scale]).toEqual([40, -20])
})

test('a photo can be moved as far as its edge, and not at all while it fits in', () => {
  const stage = { width: 400, height: 800 }
  expect(bounded({ scale: 2, x: 900, y: -900 }, stage)).toEqual({ scale: 2, x: 200, y: -400 })
  expect(bounded({ scale: 1, x: 30, y: 30 }, stage)).toEqual(noZoom)
})
