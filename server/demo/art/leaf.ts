import { mix, shade } from './palette.ts'
import { paper } from './paper.ts'
import { px, repeat, smooth } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

/** A fern, a twig or one large leaf with holes and a beetle, drawn in ink and wash on paper. */
export function leaf(canvas: Canvas): string {
  const { random, width, height } = canvas
  const kind = random.whole(0, 2)
  const [x, y] = [width * random.in(0.4, 0.6), height * 0.93]
  const long = height * random.in(0.74, 0.86)
  const drawing = kind === 0 ? fern(canvas, long) : kind === 1 ? twig(canvas, long) : large(canvas, long)
  return paper(
    canvas,
    `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(random.in(-20, 20))})" stroke-linecap="round">${drawing}</g>`,
  )
}

function greenOf({ random, palette }: Canvas): string {
  return mix(random.pick([palette[5], palette[2], '#4f7a4d']), '#5b7d3a', random.in(0.25, 0.6))
}

function fern(canvas: Canvas, long: number): string {
  const { random, palette } = canvas
  const green = greenOf(canvas)
  const spine = (t: number): Point => [Math.sin(t * 1.6) * long * 0.12, -t * long]
  const fronds = repeat(26, (n) => {
    const t = 0.12 + (n / 26) * 0.86
    const [x, y] = spine(t)
    const reach = long * 0.34 * Math.sin((1 - t) * 2.4 + 0.35) * random.in(0.9, 1.08)
    return [1, -1]
      .map((side) => {
        const angle = side * (58 - t * 16)
        const leaves = repeat(9, (k) => {
          const at = (reach * (k + 1)) / 9.5
          const size = reach * 0.15 * (1.1 - k / 11)
          const blade = (to: number) =>
            `<ellipse transform="translate(0 ${px(-at)}) rotate(${to})" cy="${px(-size)}" rx="${px(size * 0.36)}" ry="${px(size)}"/>`
          return blade(62) + blade(-62)
        })
        return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(angle)})" fill="${shade(green, random.in(-0.25, 0.25))}"><path d="M0 0V${px(-reach)}" stroke="${palette[0]}" stroke-width="${px(long / 500)}"/>${leaves}</g>`
      })
      .join('')
  })
  return `${fronds}<path d="${smooth([0, 0.25, 0.5, 0.75, 1].map(spine))}" fill="none" stroke="${palette[0]}" stroke-width="${px(long / 160)}"/>`
}

function twig(canvas: Canvas, long: number): string {
  const { random, palette } = canvas
  const green = greenOf(canvas)
  const spine = (t: number): Point => [Math.sin(t * 3) * long * 0.05, -t * long]
  const blades = repeat(15, (n) => {
    const t = 0.12 + n / 17
    const [x, y] = spine(t)
    const turn = (n % 2 ? 1 : -1) * random.in(34, 62)
    const size = long * random.in(0.13, 0.19)
    return `<g transform="translate(${px(x)} ${px(y)}) rotate(${px(turn)})">${blade(canvas, { long: size, wide: size * 0.42, colour: shade(green, random.in(-0.28, 0.28)), holes: 0, id: `t${n}` })}</g>`
  })
  return `<path d="${smooth([0, 0.25, 0.5, 0.75, 1].map(spine))}" fill="none" stroke="${palette[0]}" stroke-width="${px(long / 110)}"/>${blades}`
}

function large(canvas: Canvas, long: number): string {
  const { random } = canvas
  const colour = greenOf(canvas)
  const main = blade(canvas, {
    long: long * 0.94,
    wide: long * random.in(0.3, 0.42),
    colour,
    holes: random.whole(3, 12),
    id: 'l',
  })
  return main + (random.chance(0.7) ? beetle(canvas, long) : '')
}

type Blade = { long: number; wide: number; colour: string; holes: number; id: string }

function blade({ random, palette }: Canvas, { long, wide, colour, holes, id }: Blade): string {
  const ink = palette[0]
  const d = `M0 0C${px(wide * 1.25)} ${px(-long * 0.26)} ${px(wide * 0.95)} ${px(-long * 0.74)} 0 ${px(-long)}C${px(-wide * 0.95)} ${px(-long * 0.74)} ${px(-wide * 1.25)} ${px(-long * 0.26)} 0 0Z`
  const veins = repeat(11, (n) => {
    const y = -long * (0.08 + n * 0.08)
    const side = (to: 1 | -1) =>
      `<path d="M0 ${px(y)}Q${px(to * wide * 0.45)} ${px(y - long * 0.05)} ${px(to * wide)} ${px(y - long * 0.15)}"/>`
    return side(1) + side(-1)
  })
  const hatch =
    holes > 0
      ? repeat(
          60,
          (n) =>
            `<path d="M${px(wide * 0.06)} ${px(-long * (n / 62))}l${px(wide)} ${px(-long * 0.13)}" stroke-dasharray="${px(wide * random.in(0.1, 0.3))} ${px(wide * random.in(0.03, 0.2))}"/>`,
        )
      : ''
  const eaten = repeat(holes, () => {
    const [x, y, r] = [random.in(-0.6, 0.6) * wide, -long * random.in(0.16, 0.84), wide * random.in(0.04, 0.14)]
    return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(r)}" ry="${px(r * random.in(0.7, 1.5))}" fill="${mix(palette[3], '#ffffff', 0.25)}" stroke="${shade(colour, -0.5)}" stroke-width="${px(wide * 0.018)}"/>`
  })
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><path d="${d}" fill="${colour}" opacity=".88"/>
<g clip-path="url(#${id})"><rect x="0" y="${px(-long)}" width="${px(wide * 1.3)}" height="${px(long)}" fill="#000" opacity=".13"/>
<g fill="none" stroke="${ink}" stroke-width="${px(long / 600)}" opacity=".45">${hatch}</g><g fill="none" stroke="${shade(colour, 0.45)}" stroke-width="${px(long / 220)}">${veins}</g>${eaten}</g>
<path d="M0 0V${px(-long)}" stroke="${shade(colour, 0.5)}" stroke-width="${px(long / 130)}"/><path d="${d}" fill="none" stroke="${ink}" stroke-width="${px(Math.max(1, long / 260))}"/>`
}

function beetle({ random, palette }: Canvas, long: number): string {
  const size = long * random.in(0.05, 0.08)
  const shell = random.pick([palette[4], palette[5], palette[1]])
  const legs = repeat(
    3,
    (n) =>
      `<path d="M0 ${px(size * (n * 0.5 - 0.5))}h${px(size * 1.25)}l${px(size * 0.3)} ${px(size * (n - 1) * 0.5)}M0 ${px(size * (n * 0.5 - 0.5))}h${px(-size * 1.25)}l${px(-size * 0.3)} ${px(size * (n - 1) * 0.5)}"/>`,
  )
  return `<g transform="translate(${px(long * random.in(-0.1, 0.1))} ${px(-long * random.in(0.3, 0.7))}) rotate(${px(random.in(0, 360))})">
<g fill="none" stroke="${palette[0]}" stroke-width="${px(size * 0.12)}">${legs}</g><ellipse rx="${px(size * 0.72)}" ry="${px(size)}" fill="${shell}" stroke="${palette[0]}" stroke-width="${px(size * 0.08)}"/>
<path d="M0 ${px(-size)}V${px(size)}" stroke="${palette[0]}" stroke-width="${px(size * 0.07)}"/><circle cy="${px(-size * 1.1)}" r="${px(size * 0.36)}" fill="${palette[0]}"/>
<ellipse cx="${px(-size * 0.3)}" cy="${px(-size * 0.3)}" rx="${px(size * 0.13)}" ry="${px(size * 0.32)}" fill="#fff" opacity=".55"/></g>`
}
