import { mix, shade } from './palette.ts'
import type { Random } from './random.ts'
import { fill, gradient, px, repeat } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

const colours = ['#f26a3d', '#38b2a3', '#f2c94c', '#e84a6f', '#5a7de0', '#8bc34a', '#e9ebe6'] as const

/** A climbing wall: facets in slanted light, bolt holes, holds of three routes, chalk, a rope down the line. */
export function wall(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const base = random.pick([mix(palette[2], palette[3], 0.5), palette[1], mix(palette[2], palette[5], 0.25), '#b59a78'])
  const routes = [random.pick(colours), random.pick(colours), random.pick(colours)] as const
  const main = route(canvas)
  const others = Array.from({ length: 16 }, () => ({
    at: [random.next() * width, random.next() * height] as const,
    colour: random.pick([routes[1], routes[2]]),
  }))
  const size = Math.min(width, height) * 0.062
  return `<defs>${gradient('light', ['#ffffff', '#808080', '#000000'], 'x2="1" y2="1"')}</defs>
${fill(base)}${facets(canvas, base)}${holes(canvas)}
${others.map(({ at, colour }) => hold(random, { at, colour, size: size * random.in(0.5, 1.1) })).join('')}
${chalk(random, main, size)}${random.chance(0.6) ? rope(canvas, main) : ''}
${main.map((at) => hold(random, { at, colour: routes[0], size: size * random.in(0.8, 1.5) })).join('')}
${fill('url(#light)', 'opacity=".16"')}`
}

/** From the floor to the top, to the left and right by turns. */
function route({ random, width, height }: Canvas): Point[] {
  let x = width * random.in(0.3, 0.7)
  return Array.from({ length: 8 }, (_, n) => {
    x = Math.min(width * 0.9, Math.max(width * 0.1, x + random.in(-0.15, 0.17) * width))
    return [x, height * (0.96 - n * 0.13)] as const
  })
}

function facets({ random, width, height }: Canvas, base: string): string {
  const [columns, rows] = [random.whole(2, 4), random.whole(2, 3)]
  const corner = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_unused, column): Point => {
      const [x, y] = [(column / columns) * 1.1 - 0.05, (row / rows) * 1.1 - 0.05]
      const isInside = column > 0 && column < columns && row > 0 && row < rows
      return [
        (x + (isInside ? random.in(-0.12, 0.12) : 0)) * width,
        (y + (isInside ? random.in(-0.15, 0.15) : 0)) * height,
      ]
    }),
  )
  const at = (row: number, column: number): Point => corner[row]?.[column] ?? [0, 0]
  const triangle = (points: readonly Point[]) =>
    `<polygon points="${points.map(([x, y]) => `${px(x)},${px(y)}`).join(' ')}" fill="${shade(base, random.in(-0.34, 0.22))}" stroke="${shade(base, -0.45)}" stroke-width="${px(width / 500)}"/>`
  return repeat(rows, (row) =>
    repeat(columns, (column) => {
      const [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)]
      return random.chance(0.5) ? triangle([a, b, c]) + triangle([a, c, d]) : triangle([a, b, d]) + triangle([b, c, d])
    }),
  )
}

function holes({ width, height }: Canvas): string {
  const step = Math.min(width, height) / 9
  return `<g fill="#000" opacity=".42">${repeat(Math.ceil(height / step) + 1, (row) =>
    repeat(Math.ceil(width / step) + 1, (column) => {
      const x = (column + (row % 2) / 2) * step
      return `<circle cx="${px(x)}" cy="${px(row * step)}" r="${px(step * 0.035)}"/>`
    }),
  )}</g>`
}

type Hold = { at: Point; colour: string; size: number }

/** A sloper, a crimp, a jug or a volume, each a lumpy round with light on top and a bolt. */
function hold(random: Random, { at: [x, y], colour, size }: Hold): string {
  const [flat, corners] = [random.in(0.45, 1), random.whole(5, 9)]
  const shape = Array.from({ length: corners }, (_, n) => {
    const [angle, away] = [(n / corners) * 6.283, size * random.in(0.72, 1.12)]
    return [Math.cos(angle) * away, Math.sin(angle) * away * flat] as const
  })
  const path = shape.map(([px0, py0], n) => {
    const [nx, ny] = shape[(n + 1) % corners] ?? [0, 0]
    return `${n === 0 ? `M${px((px0 + nx) / 2)} ${px((py0 + ny) / 2)}` : ''}Q${px(nx)} ${px(ny)} ${px((nx + (shape[(n + 2) % corners]?.[0] ?? 0)) / 2)} ${px((ny + (shape[(n + 2) % corners]?.[1] ?? 0)) / 2)}`
  })
  const d = `${path.join('')}Z`
  return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(random.in(-30, 30))})">
<path d="${d}" transform="translate(${px(size * 0.16)} ${px(size * 0.28)})" opacity=".5"/>
<path d="${d}" fill="${shade(colour, -0.38)}" transform="translate(0 ${px(size * 0.08)})"/><path d="${d}" fill="${colour}"/>
<path d="${d}" fill="${shade(colour, 0.3)}" transform="translate(${px(-size * 0.1)} ${px(-size * 0.12 * flat)}) scale(.62)"/>
<circle r="${px(size * 0.12)}" fill="#1d1d1f"/><circle r="${px(size * 0.06)}" fill="#8a8d92"/></g>`
}

function chalk(random: Random, points: readonly Point[], size: number): string {
  const puffs = points.map(([x, y]) =>
    repeat(
      3,
      () =>
        `<circle cx="${px(random.around(x, size * 1.5))}" cy="${px(random.around(y, size * 1.5))}" r="${px(size * random.in(0.9, 2.2))}" opacity="${px(random.in(0.15, 0.45))}"/>`,
    ),
  )
  return `<g fill="url(#glint)">${puffs.join('')}</g>`
}

function rope({ random, width, height }: Canvas, points: readonly Point[]): string {
  const [top] = points.slice(-1)
  const x = (top?.[0] ?? width / 2) + width * 0.04
  const d = `M${px(x)} ${px(-height * 0.1)}C${px(x + width * 0.02)} ${px(height * 0.4)} ${px(x - width * random.in(0.02, 0.08))} ${px(height * 0.7)} ${px(x + width * random.in(-0.05, 0.12))} ${px(height * 1.1)}`
  const stroke = (colour: string, wide: number, extra = '') =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${px(wide)}" ${extra}/>`
  const wide = Math.min(width, height) / 62
  return `<g transform="translate(${px(wide)} ${px(wide)})">${stroke('#000', wide, 'opacity=".4"')}</g>
${stroke('#2f6fb5', wide)}${stroke('#f4e04d', wide, `stroke-dasharray="${px(wide * 0.5)} ${px(wide * 1.6)}"`)}`
}
