import { mix, shade } from './palette.ts'
import { fill, glow, gradient, px, repeat } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

/** One to five loaves on a floured board in side light: scored, blistered, no two of one shape. */
export function loaf(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, , light] = palette
  const table = random.chance(0.5) ? mix(dark, deep, random.in(0.1, 0.6)) : mix(light, deep, random.in(0.15, 0.35))
  const count = random.pick([1, 1, 1, 2, 3, 5])
  const edge = Math.min(width, height) * (count === 1 ? 0.36 : count === 2 ? 0.27 : 0.19)
  const places = placesOf(canvas, count)
  return `<defs>${gradient('table', [shade(table, 0.14), table, shade(table, -0.3)], 'x2=".9" y2="1"')}
${glow(
  'crust',
  [
    [mix('#e8b15f', light, 0.25), 1, 0],
    ['#c47a35', 1, 0.5],
    ['#7c3f1c', 1, 0.85],
    ['#4a2412', 1, 1],
  ],
  'cx=".4" cy=".34" r=".72"',
)}</defs>
${fill('url(#table)')}${grain(canvas, table)}${random.chance(0.6) ? cloth(canvas) : ''}
${flour(canvas, 90)}
${places.map(([x, y]) => bread(canvas, { x, y, r: edge * random.in(0.88, 1.1) })).join('')}`
}

function placesOf({ random, width, height }: Canvas, count: number): [number, number][] {
  const isTall = height > width
  return Array.from({ length: count }, (_, n) => {
    const along = count === 1 ? 0.5 : (n + 0.75) / (count + 0.5)
    const across = count === 1 ? 0.5 : n % 2 ? 0.36 : 0.62
    const [a, b] = [along + random.in(-0.03, 0.03), across + random.in(-0.04, 0.04)]
    return isTall ? [b * width, a * height] : [a * width, b * height]
  })
}

function bread({ random }: Canvas, { x, y, r }: { x: number; y: number; r: number }): string {
  const long = random.in(1, 1.55)
  const turn = random.in(-40, 40)
  const [rx, ry] = [r * long ** 0.5 * 1.05, r / long ** 0.5]
  const blisters = repeat(46, () => {
    const [angle, away] = [random.in(0, 6.3), Math.sqrt(random.next()) * 0.92]
    const [bx, by] = [Math.cos(angle) * rx * away, Math.sin(angle) * ry * away]
    const fillOf = random.chance(0.5) ? '#5c2c14' : '#efc07a'
    return `<circle cx="${px(bx)}" cy="${px(by)}" r="${px(r * random.in(0.008, 0.026))}" fill="${fillOf}" opacity="${px(random.in(0.2, 0.6))}"/>`
  })
  return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(turn)})">
<ellipse cx="${px(r * 0.13)}" cy="${px(r * 0.2)}" rx="${px(rx * 1.34)}" ry="${px(ry * 1.38)}" fill="url(#shade)"/>
<ellipse rx="${px(rx)}" ry="${px(ry)}" fill="url(#crust)"/>${blisters}${scores(random.whole(0, 2), { rx, ry, r })}
<ellipse cx="${px(-rx * 0.25)}" cy="${px(-ry * 0.42)}" rx="${px(rx * 0.5)}" ry="${px(ry * 0.24)}" fill="url(#glint)" opacity=".5"/></g>`
}

/** The cuts: one along, a leaf of them, or a square. They open pale, with a dark ear. */
function scores(kind: number, { rx, ry, r }: { rx: number; ry: number; r: number }): string {
  const cut = (d: string, wide: number): string =>
    `<path d="${d}" fill="none" stroke="#3b1c0d" stroke-width="${px(r * wide * 1.5)}" stroke-linecap="round"/>
<path d="${d}" fill="none" stroke="#f0d09a" stroke-width="${px(r * wide)}" stroke-linecap="round"/>`
  const bow = ([x0, y0]: Point, [x1, y1]: Point): string =>
    `M${px(x0 * rx)} ${px(y0 * ry)}Q${px(((x0 + x1) / 2) * rx)} ${px(((y0 + y1) / 2 - 0.28) * ry)} ${px(x1 * rx)} ${px(y1 * ry)}`
  if (kind === 0) return cut(bow([-0.7, 0.1], [0.7, 0.1]), 0.13)
  if (kind === 1) {
    const side = repeat(5, (n) => {
      const at = -0.6 + n * 0.28
      return (
        cut(`M${px(at * rx)} 0L${px((at + 0.2) * rx)} ${px(-0.55 * ry)}`, 0.045) +
        cut(`M${px(at * rx)} 0L${px((at + 0.2) * rx)} ${px(0.55 * ry)}`, 0.045)
      )
    })
    return side + cut(bow([-0.75, 0.08], [0.75, 0.08]), 0.06)
  }
  return [
    bow([-0.45, -0.4], [0.45, -0.4]),
    bow([-0.45, 0.55], [0.45, 0.55]),
    bow([-0.5, -0.5], [-0.42, 0.7]),
    bow([0.5, -0.5], [0.42, 0.7]),
  ]
    .map((d) => cut(d, 0.065))
    .join('')
}

function grain({ random, width, height }: Canvas, table: string): string {
  const planks = random.whole(3, 5)
  return repeat(planks, (n) => {
    const y = (height / planks) * n
    const lines = repeat(7, () => {
      const at = y + random.in(0.05, 0.95) * (height / planks)
      return `<path d="M${px(-width * 0.1)} ${px(at)}Q${px(width / 2)} ${px(at + random.in(-14, 14))} ${px(width * 1.1)} ${px(at)}"/>`
    })
    const line = shade(table, random.chance(0.5) ? -0.22 : 0.1)
    return `<rect x="-10%" y="${px(y)}" width="120%" height="${px(height / 190)}" fill="${shade(table, -0.5)}" opacity=".6"/>
<g fill="none" stroke="${line}" stroke-width="${px(height / 300)}" opacity=".4">${lines}</g>`
  })
}

function cloth({ random, palette, width, height }: Canvas): string {
  const [x, turn] = [width * random.in(-0.2, 0.5), random.in(-24, 24)]
  const [w, h] = [width * 0.62, height * 1.3]
  const stripe = (at: number) =>
    `<rect x="${px(w * at)}" width="${px(w * 0.035)}" height="${px(h)}" fill="${palette[5]}" opacity=".75"/>`
  return `<g transform="translate(${px(x)} ${px(-height * 0.12)}) rotate(${px(turn)})">
<rect x="${px(w * 0.02)}" y="${px(h * 0.01)}" width="${px(w)}" height="${px(h)}" fill="#000" opacity=".3"/>
<rect width="${px(w)}" height="${px(h)}" fill="${mix(palette[3], '#ffffff', 0.3)}"/>${stripe(0.08)}${stripe(0.15)}${stripe(0.84)}</g>`
}

function flour({ random, width, height }: Canvas, count: number): string {
  const [cx, cy] = [width * random.in(0.3, 0.7), height * random.in(0.3, 0.7)]
  return `<g fill="#fff8ea">${repeat(count, () => {
    const [x, y] = [random.around(cx, width * 0.5), random.around(cy, height * 0.5)]
    return `<circle cx="${px(x)}" cy="${px(y)}" r="${px((width / 900) * random.in(0.6, 3.4))}" opacity="${px(random.in(0.2, 0.8))}"/>`
  })}</g>`
}
