import { mix, shade } from './palette.ts'
import { fill, glow, gradient, px, repeat, smooth } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

/** Ridges behind each other in weather: the far ones pale, a lake or fog between, a low sun or none. */
export function landscape(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const isEvening = random.chance(0.4)
  const horizon = height * random.in(0.38, 0.6)
  const low = isEvening ? mix(accent, light, random.in(0.2, 0.6)) : mix(light, second, random.in(0, 0.35))
  const high = isEvening ? mix(deep, mid, random.next()) : mix(mid, light, random.in(0.1, 0.5))
  const layers = random.whole(3, 5)
  const sun = [width * random.in(0.15, 0.85), horizon - height * random.in(0, 0.2), height * random.in(0.03, 0.07)]
  const ridges = repeat(layers, (n) => {
    const near = (n + 1) / layers
    const colour = mix(mix(low, mid, 0.35), near > 0.8 ? dark : deep, near ** 1.3)
    return ridge(canvas, { base: horizon + (height * 1.02 - horizon) * (near - 1 / layers) ** 1.2, near, colour })
  })
  const water = random.chance(0.5)
  return `<defs>${gradient('sky', [high, [mix(high, low, 0.5), 0.4], [low, 0.66], low])}
${gradient('lake', [shade(low, 0.1), mix(low, deep, 0.6)])}
${glow('sun', [
  [shade(low, 0.7), 0.95, 0],
  [shade(low, 0.5), 0.5, 0.2],
  [low, 0, 1],
])}</defs>
${fill('url(#sky)')}
${clouds(canvas, { colour: isEvening ? mix(accent, dark, 0.25) : shade(light, 0.3), horizon })}
<circle cx="${px(sun[0] ?? 0)}" cy="${px(sun[1] ?? 0)}" r="${px((sun[2] ?? 0) * 6)}" fill="url(#sun)"/>
${water ? lake(canvas, horizon) : ''}${ridges}
${random.chance(0.55) ? fogBank(canvas, { colour: shade(low, 0.35), y: horizon + height * random.in(0.02, 0.2) }) : ''}
${foreground(canvas, dark)}`
}

type Ridge = { base: number; near: number; colour: string }

function ridge({ random, width, height }: Canvas, { base, near, colour }: Ridge): string {
  const rise = height * (0.16 - near * 0.07) * random.in(0.6, 1.3)
  const [a, b, c] = [random.in(0, 7), random.in(0, 7), random.in(0, 7)]
  const points = Array.from({ length: 49 }, (_, step): Point => {
    const t = (step / 48) * 1.1 - 0.05
    const wave = Math.sin(t * 4 + a) + 0.5 * Math.sin(t * 9 + b) + 0.22 * Math.sin(t * 23 + c) + random.in(-0.08, 0.08)
    return [t * width, base - rise * wave * 0.6]
  })
  return `<path fill="${colour}" d="${smooth(points)}V${height * 1.1}H${-width * 0.1}Z"/>`
}

function clouds({ random, width, height }: Canvas, { colour, horizon }: { colour: string; horizon: number }): string {
  const bands = repeat(random.whole(3, 8), () => {
    const [x, y] = [random.in(-0.1, 1.1) * width, random.in(0.02, 0.9) * horizon]
    const [rx, ry] = [width * random.in(0.08, 0.34), height * random.in(0.015, 0.06)]
    return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(rx)}" ry="${px(ry)}" opacity="${px(random.in(0.2, 0.7))}"/>`
  })
  return `${puff('cloud', colour)}<g fill="url(#cloud)">${bands}</g>`
}

/** Something soft to the edge, cheaper than a blur. */
function puff(id: string, colour: string): string {
  return glow(id, [
    [colour, 0.85, 0],
    [colour, 0.5, 0.5],
    [colour, 0, 1],
  ])
}

function lake({ random, width, height, palette }: Canvas, horizon: number): string {
  const glints = repeat(26, () => {
    const y = horizon + height * random.in(0.01, 0.3)
    const length = width * random.in(0.02, 0.12)
    return `<rect x="${px(random.in(-0.05, 1) * width)}" y="${px(y)}" width="${px(length)}" height="${px(height / 300)}"/>`
  })
  return `<rect x="-10%" y="${px(horizon)}" width="120%" height="70%" fill="url(#lake)"/>
<g fill="${palette[3]}" opacity=".35">${glints}</g>`
}

function fogBank({ random, width, height }: Canvas, { colour, y }: { colour: string; y: number }): string {
  const puffs = repeat(5, (n) => {
    const [x, ry] = [width * (n / 4 + random.in(-0.1, 0.1)), height * random.in(0.06, 0.14)]
    return `<ellipse cx="${px(x)}" cy="${px(y + random.around(0, height * 0.03))}" rx="${px(width * 0.36)}" ry="${px(ry)}"/>`
  })
  return `${puff('mist', colour)}<g fill="url(#mist)">${puffs}</g>`
}

/** Birches, a post or a boat, small against all that. */
function foreground(canvas: Canvas, dark: string): string {
  const { random, width, height } = canvas
  const x = width * random.in(0.1, 0.9)
  const kind = random.whole(0, 3)
  if (kind === 0) return ''
  if (kind === 1) return `<g fill="${dark}">${repeat(random.whole(3, 9), () => tree(canvas))}</g>`
  if (kind === 2) {
    const y = height * random.in(0.78, 0.9)
    const w = width * 0.07
    return `<path fill="${shade(dark, -0.2)}" d="M${px(x - w)} ${px(y)}q${px(w)} ${px(w * 0.4)} ${px(w * 2)} 0l${px(-w * 0.3)} ${px(w * 0.3)}h${px(-w * 1.4)}Z"/>
<path stroke="${shade(dark, -0.2)}" stroke-width="${px(width / 400)}" d="M${px(x)} ${px(y)}v${px(-w * 1.2)}"/>`
  }
  const y = height * random.in(0.84, 0.96)
  return repeat(4, (n) => {
    const [post, h] = [x + n * width * 0.09 * (n % 2 ? 1 : 0.94), height * (0.12 - n * 0.018)]
    return `<rect x="${px(post)}" y="${px(y - h)}" width="${px(width / 110)}" height="${px(h * 2)}" fill="${dark}"/>`
  })
}

function tree({ random, width, height }: Canvas): string {
  const [x, y, h] = [random.in(0, 1) * width, height * random.in(0.86, 1.02), height * random.in(0.12, 0.34)]
  const w = h * random.in(0.13, 0.2)
  const tiers = repeat(5, (n) => {
    const [top, reach] = [y - h + (h * n) / 6, w * (0.35 + n * 0.17)]
    return `<path d="M${px(x)} ${px(top)}l${px(reach)} ${px(h * 0.28)}h${px(-reach * 2)}Z"/>`
  })
  return `${tiers}<rect x="${px(x - w * 0.06)}" y="${px(y - h * 0.2)}" width="${px(w * 0.12)}" height="${px(h * 0.25)}"/>`
}
