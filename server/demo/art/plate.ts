import { mix, shade } from './palette.ts'
import type { Random } from './random.ts'
import { fill, glow, gradient, px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

type Dish = { x: number; y: number; r: number }

/** Dishes from above on a table: rice, stew, greens, rounds of lemon, herbs over all of it, a spoon beside. */
export function plate(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const edge = Math.min(width, height)
  const table = random.pick([
    mix(dark, deep, 0.35),
    mix(light, mid, 0.3),
    mix(second, dark, 0.45),
    mix(accent, light, 0.5),
  ])
  const big: Dish = {
    x: width * random.in(0.38, 0.6),
    y: height * random.in(0.45, 0.58),
    r: edge * random.in(0.32, 0.4),
  }
  const small = Array.from({ length: random.whole(1, 3) }, (_, n): Dish => {
    const angle = random.in(0, 1) + (n * 6.3) / 3 + 0.6
    const r = edge * random.in(0.13, 0.18)
    const away = big.r + r * 1.15
    return { x: big.x + Math.cos(angle) * away * 1.1, y: big.y + Math.sin(angle) * away, r }
  })
  return `<defs>${gradient('table', [shade(table, 0.16), table, shade(table, -0.28)], 'x2="1" y2="1"')}
${glow('rim', [
  ['#ffffff', 1, 0],
  [shade(light, 0.4), 1, 0.8],
  [mix(light, mid, 0.35), 1, 1],
])}</defs>
${fill('url(#table)')}${random.chance(0.5) ? weave(canvas, table) : ''}
${spoon(canvas, { x: big.x + big.r * 1.3, y: big.y - big.r * 0.2, r: big.r })}
${[...small, big].map((dish) => shadowed(canvas, dish)).join('')}${crumbs(canvas)}`
}

function shadowed(canvas: Canvas, { x, y, r }: Dish): string {
  const { random, palette } = canvas
  const isDark = random.chance(0.3)
  const rim = isDark ? mix(palette[1], palette[0], random.next()) : 'url(#rim)'
  const well = isDark ? shade(palette[0], 0.08) : mix(palette[3], '#ffffff', 0.35)
  const ring = `fill="none" stroke="${palette[5]}" stroke-width="${px(r * 0.025)}" opacity=".7"`
  return `<g transform="translate(${px(x)} ${px(y)})">
<circle cx="${px(r * 0.1)}" cy="${px(r * 0.14)}" r="${px(r * 1.24)}" fill="url(#shade)"/>
<circle r="${px(r)}" fill="${rim}"/><circle r="${px(r * 0.92)}" ${ring}/>
<circle cx="${px(-r * 0.02)}" cy="${px(-r * 0.03)}" r="${px(r * 0.76)}" fill="#000" opacity=".14"/><circle r="${px(r * 0.74)}" fill="${well}"/>
${food(canvas, r * 0.7)}</g>`
}

function food({ random, palette }: Canvas, r: number): string {
  const kind = random.whole(0, 4)
  const [, , mid, light, accent, second] = palette
  const green = mix(second, '#3c6b2f', 0.5)
  if (kind === 0)
    return (
      mound(random, r, { colours: [shade(light, 0.3), '#fff6df', mix(accent, light, 0.5)], grain: 0.055 }) +
      herbs(random, r, green)
    )
  if (kind === 1)
    return (
      sauce(random, r, mix(accent, '#a8321c', 0.45)) +
      rounds(random, r, { colour: '#e9cf8a', count: 7 }) +
      herbs(random, r, green)
    )
  if (kind === 2) return leaves(random, r, green) + rounds(random, r * 0.8, { colour: '#d8402f', count: 6 })
  if (kind === 3)
    return sauce(random, r, mix(light, accent, 0.45)) + swirl(random, r) + herbs(random, r, mix(mid, '#8a2f1c', 0.5))
  return (
    sauce(random, r, '#6e3a1e') +
    mound(random, r * 0.75, { colours: ['#8a4b26', '#5b2f19', '#b8763d'], grain: 0.1 }) +
    herbs(random, r, green)
  )
}

function mound(
  random: Random,
  r: number,
  { colours, grain }: { colours: readonly [string, string, string]; grain: number },
): string {
  return repeat(260, () => {
    const [angle, away] = [random.in(0, 6.3), Math.sqrt(random.next()) * r * 0.82]
    const at = `translate(${px(Math.cos(angle) * away)} ${px(Math.sin(angle) * away * 0.96)}) rotate(${px(random.in(0, 180))})`
    return `<ellipse transform="${at}" rx="${px(r * grain)}" ry="${px(r * grain * 0.42)}" fill="${random.pick(colours)}"/>`
  })
}

function sauce(random: Random, r: number, colour: string): string {
  const blobs = repeat(9, (n) => {
    const angle = (n / 9) * 6.3
    const away = r * random.in(0.34, 0.5)
    return `<circle cx="${px(Math.cos(angle) * away)}" cy="${px(Math.sin(angle) * away)}" r="${px(r * random.in(0.4, 0.5))}"/>`
  })
  return `<g fill="${colour}"><circle r="${px(r * 0.6)}"/>${blobs}</g>
<ellipse cx="${px(-r * 0.3)}" cy="${px(-r * 0.35)}" rx="${px(r * 0.3)}" ry="${px(r * 0.1)}" fill="url(#glint)" opacity=".5" transform="rotate(-38)"/>`
}

function rounds(random: Random, r: number, { colour, count }: { colour: string; count: number }): string {
  return repeat(count, (n) => {
    const angle = (n / count) * 6.3 + random.in(-0.2, 0.2)
    const [x, y, size] = [Math.cos(angle) * r * 0.55, Math.sin(angle) * r * 0.52, r * random.in(0.17, 0.24)]
    const spokes = repeat(
      6,
      (k) => `<path d="M0 0L${px(Math.cos(k * 1.05) * size * 0.7)} ${px(Math.sin(k * 1.05) * size * 0.7)}"/>`,
    )
    return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(random.in(0, 90))})"><circle cx="${px(size * 0.1)}" cy="${px(size * 0.14)}" r="${px(size)}" opacity=".25"/>
<circle r="${px(size)}" fill="${shade(colour, -0.18)}"/><circle r="${px(size * 0.85)}" fill="${shade(colour, 0.12)}"/>
<g stroke="${shade(colour, 0.55)}" stroke-width="${px(size * 0.07)}">${spokes}</g></g>`
  })
}

function leaves(random: Random, r: number, green: string): string {
  return repeat(58, () => {
    const [angle, away, long] = [random.in(0, 6.3), Math.sqrt(random.next()) * r * 0.78, r * random.in(0.14, 0.27)]
    const at = `translate(${px(Math.cos(angle) * away)} ${px(Math.sin(angle) * away)}) rotate(${px(random.in(0, 360))})`
    const colour = shade(green, random.in(-0.3, 0.4))
    return `<g transform="${at}"><path d="M${px(-long)} 0Q0 ${px(-long * 0.75)} ${px(long)} 0Q0 ${px(long * 0.75)} ${px(-long)} 0" fill="${colour}"/>
<path d="M${px(-long)} 0H${px(long)}" stroke="${shade(green, 0.5)}" stroke-width="${px(long * 0.05)}" opacity=".6"/></g>`
  })
}

function swirl(random: Random, r: number): string {
  const points = Array.from({ length: 40 }, (_, n) => {
    const [angle, away] = [n * 0.34 + random.in(0, 0.06), r * 0.62 * (1 - n / 44)]
    return `${px(Math.cos(angle) * away)} ${px(Math.sin(angle) * away)}`
  })
  return `<path d="M${points.join('L')}" fill="none" stroke="#fff7e2" stroke-width="${px(r * 0.055)}" stroke-linejoin="round" opacity=".75"/>`
}

function herbs(random: Random, r: number, green: string): string {
  return repeat(34, () => {
    const [x, y] = [random.around(0, r * 0.62), random.around(0, r * 0.62)]
    const long = r * random.in(0.03, 0.075)
    return `<ellipse transform="translate(${px(x)} ${px(y)}) rotate(${px(random.in(0, 180))})" rx="${px(long)}" ry="${px(long * 0.45)}" fill="${shade(green, random.in(-0.2, 0.35))}"/>`
  })
}

function spoon({ random }: Canvas, { x, y, r }: Dish): string {
  return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(random.in(-18, 14))})">
<g opacity=".28" transform="translate(${px(r * 0.06)} ${px(r * 0.07)})"><ellipse rx="${px(r * 0.14)}" ry="${px(r * 0.22)}"/><rect x="${px(-r * 0.03)}" width="${px(r * 0.06)}" height="${px(r * 1.25)}"/></g>
<rect x="${px(-r * 0.03)}" y="${px(r * 0.1)}" width="${px(r * 0.06)}" height="${px(r * 1.15)}" rx="${px(r * 0.03)}" fill="#b9a894"/>
<ellipse rx="${px(r * 0.14)}" ry="${px(r * 0.22)}" fill="#cbbba6"/><ellipse cx="${px(-r * 0.02)}" cy="${px(-r * 0.02)}" rx="${px(r * 0.1)}" ry="${px(r * 0.17)}" fill="#8d7d6a"/></g>`
}

function weave({ width, height }: Canvas, table: string): string {
  const step = width / 46
  const lines = repeat(
    48,
    (n) =>
      `<path d="M${px(n * step)} ${px(-height * 0.1)}V${px(height * 1.1)}M${px(-width * 0.1)} ${px(n * step)}H${px(width * 1.1)}"/>`,
  )
  return `<g stroke="${shade(table, 0.35)}" stroke-width="${px(step * 0.3)}" opacity=".16">${lines}</g>`
}

function crumbs({ random, palette, width, height }: Canvas): string {
  return repeat(26, () => {
    const at = `cx="${px(random.in(0, 1) * width)}" cy="${px(random.in(0, 1) * height)}"`
    return `<circle ${at} r="${px((width / 900) * random.in(1, 4))}" fill="${random.pick([palette[4], palette[3], palette[5]])}" opacity=".8"/>`
  })
}
