import { mix, shade } from './palette.ts'
import type { Random } from './random.ts'
import { blur, fill, gradient, px, repeat, smooth } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

/** Thrown pots on a shelf or a table: profiles turned round an axis, glaze that runs, speckles, one that may lean. */
export function pot(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, , mid, light] = palette
  const back = random.pick([mix(light, mid, random.in(0.1, 0.7)), mix(dark, mid, random.in(0.1, 0.5))])
  const count = width > height ? random.pick([1, 2, 3, 4, 5]) : random.pick([1, 1, 2])
  const ground = height * random.in(0.78, 0.86)
  const room = width / (count + 0.5)
  const pots = Array.from({ length: count }, (_, n) => {
    const half = Math.min(room * random.in(0.32, 0.46), height * 0.27)
    const tall = Math.min(half * random.in(0.9, 3.4), height * 0.64)
    return vessel(canvas, { id: `p${n}`, x: room * (n + 0.75), y: ground + random.in(0, height * 0.02), half, tall })
  })
  const isShelf = random.chance(0.5)
  const wood = mix('#7a5a3c', mid, 0.3)
  return `<defs>${gradient('back', [shade(back, 0.22), back, shade(back, -0.3)], 'x1=".1" x2=".9" y2="1"')}
${gradient('wood', [shade(wood, 0.25), wood, shade(wood, -0.4)])}${blur('far', width / 110)}</defs>
${fill('url(#back)')}${isShelf ? others(canvas, { back, y: ground - height * 0.62 }) : windowLight(canvas)}
<rect x="-10%" y="${px(ground)}" width="120%" height="${isShelf ? px(height * 0.06) : '60%'}" fill="url(#wood)"/>
${isShelf ? `<rect x="-10%" y="${px(ground + height * 0.06)}" width="120%" height="${px(height * 0.1)}" opacity=".22"/>` : ''}
${pots.join('')}`
}

type Vessel = { id: string; x: number; y: number; half: number; tall: number }

function vessel({ random, palette }: Canvas, { id, x, y, half, tall }: Vessel): string {
  const [dark, deep, mid, light, accent, second] = palette
  const clay = mix(random.pick(['#9a6a48', '#b98a62', '#6a4a3c']), mid, 0.2)
  const glaze = random.pick([
    light,
    second,
    mid,
    mix(accent, light, 0.35),
    mix(second, dark, 0.4),
    mix(light, mid, 0.5),
    deep,
  ])
  const widths = profile(random)
  const outline = outlineOf(widths, { half, tall })
  const top = half * (widths.at(-1) ?? 0.5)
  const dip = -tall * random.in(0.12, 0.42)
  const runs = Array.from({ length: 10 }, (_, n): Point => [
    half * (1.1 - (n / 9) * 2.2),
    dip + random.in(-0.05, 0.12) * tall + (n % 3 === 1 ? tall * random.in(0.04, 0.16) : 0),
  ])
  const specks = repeat(60, () => {
    const at = `cx="${px(random.in(-1, 1) * half)}" cy="${px(-random.next() * tall)}"`
    return `<circle ${at} r="${px(half * random.in(0.006, 0.024))}" fill="${random.chance(0.7) ? mix(glaze, '#3a2417', 0.75) : shade(glaze, 0.5)}"/>`
  })
  const rings = repeat(
    9,
    (n) => `<ellipse cy="${px(-tall * ((n + 0.5) / 9))}" rx="${px(half * 1.1)}" ry="${px(half * 0.1)}"/>`,
  )
  const lean = random.chance(0.2) ? random.in(-7, 7) : 0
  return `<defs><clipPath id="${id}"><path d="${outline}"/></clipPath>
${gradient(
  `${id}g`,
  [
    [shade(glaze, -0.42), 0],
    [shade(glaze, 0.02), 0.22],
    [shade(glaze, 0.3), 0.36],
    [glaze, 0.6],
    [shade(glaze, -0.55), 1],
  ],
  '',
)}
${gradient(
  `${id}c`,
  [
    [shade(clay, -0.4), 0],
    [shade(clay, 0.2), 0.36],
    [clay, 0.6],
    [shade(clay, -0.6), 1],
  ],
  '',
)}</defs>
<ellipse cx="${px(x + half * 0.35)}" cy="${px(y + half * 0.03)}" rx="${px(half * 1.25)}" ry="${px(half * 0.17)}" fill="url(#shade)"/>
<g transform="translate(${px(x)} ${px(y)}) rotate(${px(lean)})"><g clip-path="url(#${id})">
<rect x="${px(-half * 1.2)}" y="${px(-tall * 1.2)}" width="${px(half * 2.4)}" height="${px(tall * 1.4)}" fill="url(#${id}c)"/>
<path d="${smooth(runs)}V${px(-tall * 1.3)}H${px(half * 1.2)}Z" fill="url(#${id}g)"/>
<path d="${smooth(runs)}" fill="none" stroke="${shade(glaze, 0.45)}" stroke-width="${px(half * 0.03)}" opacity=".6"/>
<g fill="none" stroke="#000" stroke-width="${px(half * 0.02)}" opacity=".1">${rings}</g><g opacity=".6">${specks}</g>
<ellipse cx="${px(-half * 0.36)}" cy="${px(-tall * 0.66)}" rx="${px(half * 0.1)}" ry="${px(tall * 0.17)}" fill="url(#glint)" opacity=".75"/></g>
<ellipse cy="${px(-tall)}" rx="${px(top)}" ry="${px(top * 0.2)}" fill="${shade(glaze, -0.25)}"/>
<ellipse cy="${px(-tall + top * 0.03)}" rx="${px(top * 0.9)}" ry="${px(top * 0.15)}" fill="${mix(dark, '#000000', 0.4)}"/></g>`
}

type Widths = readonly number[]

/** Half widths from foot to rim, from 0 to 1: a bowl, a cup, a jar, a bottle or a vase. */
function profile(random: Random): number[] {
  const kinds: readonly [Widths, ...Widths[]] = [
    [0.42, 0.7, 0.9, 0.98, 1],
    [0.62, 0.8, 0.84, 0.82, 0.84],
    [0.5, 0.95, 1, 0.8, 0.56],
    [0.6, 0.96, 0.92, 0.36, 0.3],
    [0.46, 0.8, 1, 0.66, 0.74],
  ]
  return random.pick(kinds).map((each) => each * random.in(0.93, 1.04))
}

function outlineOf(widths: readonly number[], { half, tall }: { half: number; tall: number }): string {
  const at = (side: 1 | -1) => widths.map((wide, n): Point => [side * half * wide, (-tall * n) / (widths.length - 1)])
  const up = smooth(at(1))
  return `${up}L${smooth(at(-1).toReversed()).slice(1)}Z`
}

/** A second shelf behind, out of focus. */
function others({ random, palette, width, height }: Canvas, { back, y }: { back: string; y: number }): string {
  const jars = repeat(random.whole(4, 7), (n) => {
    const [x, w, h] = [
      width * (0.05 + n * 0.16 + random.in(0, 0.05)),
      width * random.in(0.05, 0.09),
      height * random.in(0.1, 0.24),
    ]
    return `<rect x="${px(x)}" y="${px(y - h)}" width="${px(w)}" height="${px(h)}" rx="${px(w * 0.3)}" fill="${mix(random.pick([palette[2], palette[3], palette[5], palette[4]]), back, 0.45)}"/>`
  })
  return `<g filter="url(#far)">${jars}<rect x="-10%" y="${px(y)}" width="120%" height="${px(height * 0.03)}" fill="${shade(back, -0.45)}"/></g>`
}

/** The window of a studio on the wall. */
function windowLight({ random, width, height }: Canvas): string {
  const x = width * random.in(0.05, 0.6)
  const pane = (n: number) =>
    `<path d="M${px(x + n * width * 0.12)} ${px(height * 0.08)}h${px(width * 0.1)}l${px(width * 0.07)} ${px(height * 0.42)}h${px(-width * 0.1)}Z"/>`
  return `<g fill="#fff" opacity=".2" filter="url(#far)">${pane(0)}${pane(1)}</g>`
}
