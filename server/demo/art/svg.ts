import type { ArtPalette } from './palette.ts'
import type { Random } from './random.ts'

/** Pixels. */
export type Size = { width: number; height: number }

/** A drawing to be: what chance decides, the colours, the size. */
export type Canvas = Size & { random: Random; palette: ArtPalette }

/** Gives the inside of an SVG of the canvas's size. */
export type Draw = (canvas: Canvas) => string

export type Point = readonly [x: number, y: number]

/** A number for SVG: a tenth of a pixel is enough. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** A vertical gradient, or with `along` another one; colours are spread evenly, or stand at their `at` from 0 to 1. */
export function gradient(
  id: string,
  colours: readonly (string | readonly [string, number])[],
  along = 'x2="0" y2="1"',
): string {
  const stops = colours.map((each, n) => {
    const [colour, at] = typeof each === 'string' ? [each, n / Math.max(1, colours.length - 1)] : each
    return `<stop offset="${at}" stop-color="${colour}"/>`
  })
  return `<linearGradient id="${id}" ${along}>${stops.join('')}</linearGradient>`
}

/** A radial gradient from the colour of the middle outwards; `stops` are colour, opacity and place from 0 to 1. */
export function glow(id: string, stops: readonly (readonly [string, number, number])[], where = ''): string {
  const each = stops.map(
    ([colour, opacity, at]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  )
  return `<radialGradient id="${id}" ${where}>${each.join('')}</radialGradient>`
}

/** A filter that blurs by so many pixels. */
export function blur(id: string, by: number): string {
  return `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${px(by)}"/></filter>`
}

/** A smooth line through points, as the data of a path (Catmull–Rom). */
export function smooth(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  const at = (n: number): Point => points[Math.min(points.length - 1, Math.max(0, n))] ?? first
  const curves = points.slice(1).map((to, index) => {
    const [before, from, after] = [at(index - 1), at(index), at(index + 2)]
    const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const
    const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const
    return `C${px(c1[0])} ${px(c1[1])} ${px(c2[0])} ${px(c2[1])} ${px(to[0])} ${px(to[1])}`
  })
  return `M${px(first[0])} ${px(first[1])}${curves.join('')}`
}

/** A rectangle of the whole canvas. */
export function fill(paint: string, extra = ''): string {
  return `<rect x="-5%" y="-5%" width="110%" height="110%" fill="${paint}" ${extra}/>`
}

/** The whole numbers from 0 below `count`, mapped and joined. */
export function repeat(count: number, draw: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => draw(n)).join('')
}
