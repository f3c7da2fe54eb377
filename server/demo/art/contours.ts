import { mix, shade } from './palette.ts'
import type { Random } from './random.ts'
import { blur, fill, px, repeat, smooth } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

const CELLS = 44

/** A map of heights in lines, the sea on one side, a bright route with a dot at every kilometre. */
export function contours(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const isDark = random.chance(0.55)
  const [ground, line] = isDark ? [dark, mix(mid, deep, 0.35)] : [light, mix(mid, deep, 0.3)]
  const field = heights(random, width / height)
  const levels = Array.from({ length: 13 }, (_, n) => 0.1 + n * 0.068)
  const rows = Math.round((CELLS * height) / width)
  const cell = (width * 1.1) / CELLS
  const lines = levels.map((level, n) => {
    const d = march(field, { level, rows, cell })
    return `<path d="${d}" stroke-width="${px(width / (n % 4 === 0 ? 420 : 900))}" opacity="${n % 4 === 0 ? 0.95 : 0.6}"/>`
  })
  const route = routeOf(canvas)
  const path = smooth(route)
  const dots = route.filter((_, n) => n % 3 === 0)
  return `<defs>${blur('soft', width / 120)}</defs>${fill(ground)}
${relief(field, { rows, cell, colours: isDark ? [shade(dark, -0.3), deep] : [mix(second, light, 0.6), shade(light, 0.4)] })}
<g fill="none" stroke="${line}" transform="translate(${px(-width * 0.05)} ${px(-height * 0.05)})">${lines.join('')}</g>${grid(canvas, line)}
<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${path}" stroke="${accent}" stroke-width="${px(width / 40)}" opacity=".22"/>
<path d="${path}" stroke="${ground}" stroke-width="${px(width / 75)}"/><path d="${path}" stroke="${accent}" stroke-width="${px(width / 120)}"/></g>
${dots.map(([x, y], n) => `<circle cx="${px(x)}" cy="${px(y)}" r="${px(width / (n === 0 || n === dots.length - 1 ? 65 : 110))}" fill="${n === 0 ? second : ground}" stroke="${n === 0 ? accent : second}" stroke-width="${px(width / 260)}"/>`).join('')}`
}

/** Five hills and two hollows, and a slope to the sea; from 0 to about 1. */
function heights(random: Random, ratio: number): (x: number, y: number) => number {
  const hills = Array.from({ length: 8 }, (_, n) => ({
    x: random.next(),
    y: random.next(),
    r: random.in(0.1, 0.32),
    h: n < 6 ? random.in(0.3, 0.8) : -0.4,
  }))
  const [slope, a, b] = [random.in(0, 6.3), random.in(0, 6), random.in(0, 6)]
  return (x, y) => {
    const tilt = 0.25 + 0.32 * ((x - 0.5) * Math.cos(slope) + (y - 0.5) * Math.sin(slope))
    const ripple = 0.035 * Math.sin(x * 17 + a + Math.sin(y * 9)) + 0.03 * Math.sin(y * 15 + b)
    return hills.reduce(
      (sum, hill) => sum + hill.h * Math.exp(-(((x - hill.x) * ratio) ** 2 + (y - hill.y) ** 2) / hill.r ** 2),
      tilt + ripple,
    )
  }
}

type Field = (x: number, y: number) => number

/** Marching squares: each cell gives no, one or two pieces of the line at `level`. */
function march(field: Field, { level, rows, cell }: { level: number; rows: number; cell: number }): string {
  const at = (x: number, y: number) => field(x / CELLS, y / rows) - level
  const grid = Array.from({ length: rows + 2 }, (_, y) => Array.from({ length: CELLS + 1 }, (_unused, x) => at(x, y)))
  const value = (x: number, y: number): number => grid[y]?.[x] ?? 0
  let d = ''
  for (let y = 0; y <= rows; y += 1) {
    for (let x = 0; x < CELLS; x += 1) {
      const [a, b, c, e] = [value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1)]
      const cuts: Point[] = []
      if (a > 0 !== b > 0) cuts.push([x + a / (a - b), y])
      if (b > 0 !== c > 0) cuts.push([x + 1, y + b / (b - c)])
      if (c > 0 !== e > 0) cuts.push([x + 1 - c / (c - e), y + 1])
      if (e > 0 !== a > 0) cuts.push([x, y + 1 - e / (e - a)])
      for (let n = 0; n + 1 < cuts.length; n += 2) {
        const [from, to] = [cuts[n], cuts[n + 1]]
        if (from && to) d += `M${px(from[0] * cell)} ${px(from[1] * cell)}L${px(to[0] * cell)} ${px(to[1] * cell)}`
      }
    }
  }
  return d
}

/** The heights as soft patches of colour, coarser than the lines. */
function relief(
  field: Field,
  { rows, cell, colours: [low, high] }: { rows: number; cell: number; colours: readonly [string, string] },
): string {
  const step = 4
  const patches = repeat(Math.ceil(rows / step) + 1, (row) =>
    repeat(CELLS / step, (column) => {
      const share = Math.min(1, Math.max(0, field((column + 0.5) / (CELLS / step), (row * step) / rows)))
      return `<rect x="${px((column * step - 2) * cell)}" y="${px((row * step - 2) * cell)}" width="${px(step * cell + 1)}" height="${px(step * cell + 1)}" fill="${mix(low, high, share)}"/>`
    }),
  )
  return `<g filter="url(#soft)">${patches}</g>`
}

function routeOf({ random, width, height }: Canvas): Point[] {
  const [cx, cy, turn] = [width * random.in(0.42, 0.58), height * random.in(0.42, 0.58), random.in(0, 6.3)]
  const isLoop = random.chance(0.6)
  return Array.from({ length: 22 }, (_, n): Point => {
    const t = n / 21
    if (!isLoop)
      return [width * (0.1 + t * 0.8), cy + Math.sin(t * 7 + turn) * height * 0.2 + random.around(0, height * 0.04)]
    const angle = turn + t * 5.7
    const away = 0.3 + 0.08 * Math.sin(angle * 3 + turn) + random.around(0, 0.02)
    return [cx + Math.cos(angle) * width * away, cy + Math.sin(angle) * height * away * 1.05]
  })
}

function grid({ width, height }: Canvas, line: string): string {
  const step = Math.min(width, height) / 4
  const lines = repeat(
    8,
    (n) =>
      `<path d="M${px(n * step)} ${px(-height * 0.1)}V${px(height * 1.1)}M${px(-width * 0.1)} ${px(n * step)}H${px(width * 1.1)}"/>`,
  )
  return `<g stroke="${line}" stroke-width="${px(width / 1400)}" opacity=".35">${lines}</g>`
}
