import { expect, test } from 'vitest'
import { gradientOf } from './placeholder.tsx'

/** The two colours of a gradient, and its angle. */
function read(hash: string) {
  const [, angle, ...colours] =
    /^linear-gradient\((-?\d+)deg, rgb\((.+)\), rgb\((.+)\)\)$/.exec(gradientOf(hash) ?? '') ?? []
  return { angle: Number(angle), colours: colours.map((colour) => colour.split(' ').map(Number)) }
}

test('gives the average colour of a picture', () => {
  expect(read('1joDBYCIiHh4eHeFd4d3gHh4gECI').colours).toEqual([
    [199, 41, 27],
    [199, 41, 27],
  ])
})

test('leads to the brighter side: up for a sky, to the left for a light at the left', () => {
  const sky = read('WJYVXYR4iHiPiIiIiFiIh4eAiAiH')
  expect(sky).toEqual({
    angle: -4,
    colours: [
      [12, 65, 91],
      [95, 147, 173],
    ],
  })
  expect(read('HwgiBYCPdYmHeIh3iIiIdwAAAAAA').angle).toBe(-94)
})

test('gives none for a hash that cannot be read', () => {
  expect([gradientOf('not base64!'), gradientOf(''), gradientOf('AAAA')]).toEqual([undefined, undefined, undefined])
})
