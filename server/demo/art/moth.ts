import { mix } from './palette.ts'
import { paper } from './paper.ts'
import { px, repeat, smooth } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

/** One moth, or a row of them, in ink on paper: hatched wings with eyes and bands, feathered antennae. */
export function moth(canvas: Canvas): string {
  const { random, width, height } = canvas
  const edge = Math.min(width, height)
  if (random.chance(0.7)) {
    const at = { x: width / 2 + random.around(0, width * 0.05), y: height * 0.5, size: edge * random.in(0.34, 0.42) }
    return paper(canvas, insect(canvas, { ...at, turn: random.in(-16, 16), id: 'm' }))
  }
  const [columns, rows] = width > height ? [3, 2] : [2, 3]
  const size = Math.min(width / columns, height / rows) * 0.32
  const drawing = repeat(columns * rows, (n) => {
    const x = (width * 0.86 * ((n % columns) + 0.5)) / columns + width * 0.07
    const y = (height * 0.88 * (Math.floor(n / columns) + 0.5)) / rows + height * 0.06
    return insect(canvas, { x, y, size: size * random.in(0.8, 1.1), turn: random.in(-7, 7), id: `m${n}` })
  })
  return paper(canvas, drawing)
}

type Insect = { x: number; y: number; size: number; turn: number; id: string }

function insect(canvas: Canvas, { x, y, size, turn, id }: Insect): string {
  const { random, palette } = canvas
  const [ink, deep, mid, light, accent, second] = palette
  const tint = random.pick([mid, accent, second, mix(mid, light, 0.4)])
  const fore = wing(
    [
      [0.05, -0.3],
      [0.5, -0.78],
      [1.02, -0.86 + random.in(-0.1, 0.15)],
      [1, -0.4],
      [0.74, -0.02],
      [0.06, 0.06],
    ],
    size,
  )
  const hind = wing(
    [
      [0.05, 0],
      [0.6, -0.06],
      [0.82, 0.3],
      [0.58, random.in(0.62, 0.9)],
      [0.22, 0.6],
      [0.05, 0.26],
    ],
    size,
  )
  const half = (side: 1 | -1) => `<g transform="scale(${side} 1)">
${patterned(canvas, { id: `${id}${side}h`, d: hind, size, tint: mix(tint, light, 0.35), eye: [0.5, 0.3] })}
${patterned(canvas, { id: `${id}${side}f`, d: fore, size, tint, eye: [0.68, -0.46] })}${antenna(canvas, size)}</g>`
  return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(turn)})" stroke-linecap="round" stroke-linejoin="round">${half(1)}${half(-1)}
<ellipse cy="${px(size * 0.12)}" rx="${px(size * 0.095)}" ry="${px(size * 0.43)}" fill="${mix(deep, mid, 0.3)}" stroke="${ink}" stroke-width="${px(size * 0.014)}"/>
${repeat(8, (n) => `<path d="M${px(-size * 0.085)} ${px(size * (0.06 + n * 0.055))}q${px(size * 0.085)} ${px(size * 0.03)} ${px(size * 0.17)} 0" fill="none" stroke="${ink}" stroke-width="${px(size * 0.01)}"/>`)}
<ellipse cy="${px(-size * 0.22)}" rx="${px(size * 0.12)}" ry="${px(size * 0.17)}" fill="${mix(tint, deep, 0.45)}" stroke="${ink}" stroke-width="${px(size * 0.014)}"/>
<circle cy="${px(-size * 0.42)}" r="${px(size * 0.07)}" fill="${deep}" stroke="${ink}" stroke-width="${px(size * 0.012)}"/></g>`
}

function wing(points: readonly Point[], size: number): string {
  const closed = [...points, points[0] ?? [0, 0]]
  return `${smooth(closed.map(([x, y]): Point => [x * size, y * size]))}Z`
}

type Wing = { id: string; d: string; size: number; tint: string; eye: Point }

function patterned({ random, palette }: Canvas, { id, d, size, tint, eye: [ex, ey] }: Wing): string {
  const [ink, deep, , light, accent] = palette
  const veins = repeat(13, (n) => {
    const angle = -1.5 + n * 0.22
    return `<path d="M${px(size * 0.06)} ${px(-size * 0.08)}L${px(Math.cos(angle) * size * 1.4)} ${px(Math.sin(angle) * size * 1.4)}"/>`
  })
  const hatch = repeat(46, (n) => {
    const at = (n / 46) * 1.5 - 0.2
    return `<path d="M${px(at * size)} ${px(-size)}l${px(size * 0.5 + random.in(-3, 3))} ${px(size * 2)}" stroke-dasharray="${px(size * random.in(0.05, 0.3))} ${px(size * random.in(0.04, 0.2))}"/>`
  })
  const band = (r: number, colour: string, wide: number) =>
    `<circle cx="0" cy="${px(-size * 0.1)}" r="${px(size * r)}" fill="none" stroke="${colour}" stroke-width="${px(size * wide)}" opacity=".75"/>`
  const rings = [
    [0.15, deep],
    [0.11, light],
    [0.075, accent],
    [0.04, ink],
  ] as const
  const eye = rings.map(
    ([r, colour]) => `<circle cx="${px(ex * size)}" cy="${px(ey * size)}" r="${px(r * size)}" fill="${colour}"/>`,
  )
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})"><path d="${d}" fill="${tint}" opacity=".82"/>
${band(0.93, mix(tint, deep, 0.65), 0.13)}${band(0.8, mix(light, tint, 0.3), 0.03)}${band(0.42, mix(tint, deep, 0.5), 0.07)}
<g fill="none" stroke="${ink}" stroke-width="${px(size * 0.007)}" opacity=".5">${hatch}</g>
<g fill="none" stroke="${ink}" stroke-width="${px(size * 0.009)}" opacity=".55">${veins}</g>${random.chance(0.75) ? eye.join('') : ''}</g>
<path d="${d}" fill="none" stroke="${ink}" stroke-width="${px(size * 0.018)}"/>`
}

function antenna({ palette }: Canvas, size: number): string {
  const at = (t: number): Point => [size * (0.03 + 0.42 * t), size * (-0.46 - 0.4 * t + 0.16 * t * t)]
  const hairs = repeat(16, (n) => {
    const [x, y] = at((n + 2) / 18)
    const long = size * 0.075 * Math.sin(((n + 2) / 18) * 3)
    return `<path d="M${px(x)} ${px(y)}l${px(-long * 0.5)} ${px(-long)}M${px(x)} ${px(y)}l${px(long)} ${px(long * 0.35)}"/>`
  })
  return `<g fill="none" stroke="${palette[0]}" stroke-width="${px(size * 0.01)}"><path d="${smooth([0, 0.25, 0.5, 0.75, 1].map(at))}"/>${hairs}</g>`
}
