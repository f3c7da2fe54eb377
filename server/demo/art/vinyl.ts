import { mix, shade } from './palette.ts'
import { fill, gradient, px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

/** A record: grooves with two wedges of light, a label, a tone arm, or half out of its sleeve. */
export function vinyl(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const table = random.pick([mix(deep, dark, 0.5), mix(light, mid, 0.45), '#6b4a30'])
  const edge = Math.min(width, height)
  const r = edge * random.in(0.38, 0.56)
  const [x, y] = [width * random.in(0.36, 0.62), height * random.in(0.42, 0.58)]
  const label = random.pick([accent, second, light])
  const turn = random.in(0, 180)
  const grooves = repeat(34, (n) => {
    const at = r * (0.4 + (n / 34) * 0.57)
    const isGap = n % 9 === 4
    return `<circle r="${px(at)}" stroke="${isGap ? '#000' : '#3a3a3e'}" stroke-width="${px(r * (isGap ? 0.012 : 0.004))}" opacity=".8"/>`
  })
  const wedge = (from: number, opacity: number) => {
    const [a, b] = [from - 0.16, from + 0.16]
    const tip = (angle: number) => `${px(Math.cos(angle) * r * 0.97)} ${px(Math.sin(angle) * r * 0.97)}`
    return `<path d="M0 0L${tip(a)}A${px(r * 0.97)} ${px(r * 0.97)} 0 0 1 ${tip(b)}Z" fill="#fff" opacity="${opacity}"/>`
  }
  return `<defs>${gradient('table', [shade(table, 0.2), table, shade(table, -0.35)], 'x2="1" y2="1"')}</defs>
${fill('url(#table)')}${random.chance(0.55) ? sleeve(canvas, { x, y, r }) : ''}
<g transform="translate(${px(x)} ${px(y)})">
<circle cx="${px(r * 0.05)}" cy="${px(r * 0.08)}" r="${px(r * 1.22)}" fill="url(#shade)"/>
<circle r="${px(r)}" fill="#121214"/><g fill="none">${grooves}</g>
<g transform="rotate(${px(turn)})">${wedge(0.4, 0.3)}${wedge(3.54, 0.22)}${wedge(1.3, 0.08)}${wedge(4.44, 0.08)}</g>
<circle r="${px(r * 0.35)}" fill="${label}"/><circle r="${px(r * 0.3)}" fill="none" stroke="${mix(label, dark, 0.6)}" stroke-width="${px(r * 0.008)}"/>
<path d="M${px(-r * 0.2)} ${px(-r * 0.13)}h${px(r * 0.4)}M${px(-r * 0.12)} ${px(-r * 0.19)}h${px(r * 0.24)}M${px(-r * 0.18)} ${px(r * 0.15)}h${px(r * 0.36)}" stroke="${mix(label, dark, 0.75)}" stroke-width="${px(r * 0.022)}"/>
<circle r="${px(r * 0.028)}" fill="${shade(table, 0.3)}"/></g>
${random.chance(0.6) ? arm(canvas, { x, y, r }) : ''}`
}

type Disc = { x: number; y: number; r: number }

function sleeve({ random, palette }: Canvas, { x, y, r }: Disc): string {
  const [side, edge] = [random.chance(0.5) ? 1 : -1, r * 2.08]
  const [dark, deep, mid, light] = palette
  const rings = repeat(
    7,
    (n) =>
      `<path d="M0 ${px(edge * (0.55 + n * 0.055))}q${px(edge * 0.25)} ${px(edge * (n % 2 ? 0.05 : -0.05))} ${px(edge * 0.5)} 0t${px(edge * 0.5)} 0" stroke="${mix(deep, mid, n / 7)}"/>`,
  )
  return `<g transform="translate(${px(x + side * r * 0.75 - edge / 2)} ${px(y - edge / 2)}) rotate(${px(random.in(-7, 7))} ${px(edge / 2)} ${px(edge / 2)})">
<rect x="${px(edge * 0.02)}" y="${px(edge * 0.03)}" width="${px(edge)}" height="${px(edge)}" opacity=".45"/>
<rect width="${px(edge)}" height="${px(edge)}" fill="${light}"/>
<circle cx="${px(edge * 0.64)}" cy="${px(edge * 0.3)}" r="${px(edge * 0.11)}" fill="${palette[4]}"/>
<g fill="none" stroke-width="${px(edge * 0.018)}">${rings}</g><rect width="${px(edge * 0.012)}" height="${px(edge)}" fill="${dark}" opacity=".3"/></g>`
}

function arm({ random }: Canvas, { x, y, r }: Disc): string {
  const angle = random.in(-34, -22)
  return `<g transform="translate(${px(x + r * 1.12)} ${px(y - r * 0.86)})">
<circle cx="${px(r * 0.03)}" cy="${px(r * 0.05)}" r="${px(r * 0.24)}" fill="url(#shade)"/><circle r="${px(r * 0.16)}" fill="#2c2d31"/><circle r="${px(r * 0.09)}" fill="#8d9096"/>
<g transform="rotate(${px(-angle)})"><rect x="${px(-r * 0.012)}" y="${px(r * 0.05)}" width="${px(r * 0.07)}" height="${px(r * 1.05)}" opacity=".35"/>
<rect x="${px(-r * 0.02)}" width="${px(r * 0.04)}" height="${px(r * 1.05)}" fill="#c9ccd1"/><rect x="${px(-r * 0.045)}" y="${px(r)}" width="${px(r * 0.09)}" height="${px(r * 0.2)}" rx="${px(r * 0.015)}" fill="#222327"/></g></g>`
}
