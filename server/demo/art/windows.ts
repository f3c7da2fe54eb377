import { mix, shade } from './palette.ts'
import { fill, glow, gradient, px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

/** A street after midnight: houses to both sides of a vanishing point, lit windows, wet asphalt, lamps out of focus. */
export function windows(canvas: Canvas): string {
  const { random } = canvas
  return random.chance(0.62) ? street(canvas) : facade(canvas)
}

function defs({ palette, width, height }: Canvas): string {
  const [dark, deep, mid, light, accent] = palette
  return `<defs>${gradient('night', [shade(dark, -0.3), deep, mix(deep, mid, 0.55)])}${gradient('road', [mix(dark, deep, 0.6), shade(dark, -0.35)])}
${glow('lamp', [
  [shade(light, 0.5), 1, 0],
  [accent, 0.55, 0.18],
  [accent, 0, 1],
])}
<filter id="wet" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${px(width / 260)} ${px(height / 22)}"/></filter></defs>`
}

function street(canvas: Canvas): string {
  const { random, width, height } = canvas
  const horizon = height * random.in(0.56, 0.66)
  const vanish = width * random.in(0.36, 0.64)
  const sides = [side(canvas, { vanish, horizon, to: -1 }), side(canvas, { vanish, horizon, to: 1 })].join('')
  const lights = lamps(canvas, { vanish, horizon })
  const mirrored = `<g transform="translate(0 ${px(horizon * 2)}) scale(1 -1)" opacity=".55" filter="url(#wet)">${sides}${lights}</g>`
  const clip = `<clipPath id="below"><rect x="-10%" y="${px(horizon)}" width="120%" height="100%"/></clipPath>`
  return `${defs(canvas)}${clip}${fill('url(#night)')}${sides}<rect x="-10%" y="${px(horizon)}" width="120%" height="100%" fill="url(#road)"/>
<g clip-path="url(#below)">${mirrored}</g>${markings(canvas, { vanish, horizon })}${lights}
${random.chance(0.45) ? bus(canvas, { vanish, horizon }) : walker(canvas, { vanish, horizon })}${bokeh(canvas)}`
}

type Street = { vanish: number; horizon: number }

/** Houses of one side, each a trapezium towards the vanishing point, with its grid of windows. */
function side(canvas: Canvas, { vanish, horizon, to }: Street & { to: 1 | -1 }): string {
  const { random, palette, width, height } = canvas
  const far = to < 0 ? vanish : width - vanish
  const x = (t: number) => vanish + to * (far * 1.08) * t
  let t = 1
  let out = ''
  while (t > 0.08) {
    const next = t * random.in(0.55, 0.75)
    const tall = height * random.in(0.5, 0.95)
    const top = (at: number) => horizon - tall * at
    const wall = mix(palette[0], palette[1], random.in(0.2, 0.9))
    const [a, b] = [x(t), x(next)]
    out = `<path d="M${px(a)} ${px(top(t))}L${px(b)} ${px(top(next))}V${px(horizon)}H${px(a)}Z" fill="${wall}"/>${lit(canvas, { t, next, x, top, horizon })}${out}`
    t = next
  }
  return out
}

type House = { t: number; next: number; x: (t: number) => number; top: (t: number) => number; horizon: number }

function lit({ random, palette }: Canvas, { t, next, x, top, horizon }: House): string {
  const [columns, floors] = [random.whole(3, 5), random.whole(4, 7)]
  const at = (column: number) => t + (next - t) * column
  return repeat(columns, (column) => {
    const [from, to] = [at((column + 0.22) / columns), at((column + 0.78) / columns)]
    return repeat(floors, (floor) => {
      const isLit = random.chance(0.36)
      const colour = isLit
        ? random.pick([palette[3], palette[4], mix(palette[3], palette[4], 0.5), palette[5]])
        : shade(palette[0], -0.3)
      const y = (place: number, share: number) => horizon + (top(place) - horizon) * share
      const [low, high] = [(floor + 0.25) / floors, (floor + 0.75) / floors]
      const d = `M${px(x(from))} ${px(y(from, low))}L${px(x(to))} ${px(y(to, low))}L${px(x(to))} ${px(y(to, high))}L${px(x(from))} ${px(y(from, high))}Z`
      return `<path d="${d}" fill="${colour}" opacity="${isLit ? 0.95 : 0.7}"/>`
    })
  })
}

function lamps({ random, palette, width, height }: Canvas, { vanish, horizon }: Street): string {
  const to = random.chance(0.5) ? 1 : -1
  return repeat(4, (n) => {
    const t = 0.62 * 0.55 ** n
    const [x, tall] = [vanish + to * width * 0.55 * t, height * 0.62 * t]
    const r = width * 0.16 * t
    return `<rect x="${px(x - r * 0.02)}" y="${px(horizon - tall)}" width="${px(r * 0.05)}" height="${px(tall + height * 0.1 * t)}" fill="${shade(palette[0], -0.4)}"/><circle cx="${px(x)}" cy="${px(horizon - tall)}" r="${px(r)}" fill="url(#lamp)"/>`
  })
}

function markings({ palette, width, height }: Canvas, { vanish, horizon }: Street): string {
  return repeat(6, (n) => {
    const [near, far] = [0.92 * 0.62 ** n, 0.92 * 0.62 ** n * 0.8]
    const y = (t: number) => horizon + (height * 1.05 - horizon) * t
    const half = (t: number) => width * 0.012 * t
    return `<path d="M${px(vanish - half(near))} ${px(y(near))}H${px(vanish + half(near))}L${px(vanish + half(far))} ${px(y(far))}H${px(vanish - half(far))}Z" fill="${palette[3]}" opacity=".4"/>`
  })
}

function bus({ random, palette, height }: Canvas, { vanish, horizon }: Street): string {
  const h = height * random.in(0.16, 0.3)
  const w = h * 0.86
  const [x, y] = [vanish - w * random.in(0.9, 1.3), horizon + h * 0.32]
  const [dark, , , light, accent, second] = palette
  return `<g transform="translate(${px(x)} ${px(y - h)})"><rect width="${px(w)}" height="${px(h)}" rx="${px(h * 0.09)}" fill="${mix(second, dark, 0.45)}"/>
<rect x="${px(w * 0.07)}" y="${px(h * 0.2)}" width="${px(w * 0.86)}" height="${px(h * 0.4)}" rx="${px(h * 0.04)}" fill="${mix(light, accent, 0.2)}"/>
<rect x="${px(w * 0.2)}" y="${px(h * 0.06)}" width="${px(w * 0.6)}" height="${px(h * 0.1)}" fill="${accent}"/><circle cx="${px(w * 0.3)}" cy="${px(h * 0.46)}" r="${px(h * 0.075)}" fill="${dark}"/><rect x="${px(w * 0.2)}" y="${px(h * 0.5)}" width="${px(w * 0.2)}" height="${px(h * 0.1)}" fill="${dark}"/>
<rect x="${px(w * 0.06)}" y="${px(h * 0.96)}" width="${px(w * 0.16)}" height="${px(h * 0.1)}"/><rect x="${px(w * 0.78)}" y="${px(h * 0.96)}" width="${px(w * 0.16)}" height="${px(h * 0.1)}"/></g>
<circle cx="${px(x + w * 0.17)}" cy="${px(y - h * 0.2)}" r="${px(h * 0.6)}" fill="url(#lamp)"/><circle cx="${px(x + w * 0.83)}" cy="${px(y - h * 0.2)}" r="${px(h * 0.6)}" fill="url(#lamp)"/>`
}

function walker({ random, palette, width, height }: Canvas, { vanish, horizon }: Street): string {
  const h = height * random.in(0.1, 0.24)
  const [x, y] = [vanish + width * random.in(-0.2, 0.2), horizon + h * 0.5]
  const isUnderUmbrella = random.chance(0.6)
  const umbrella = `<path d="M${px(-h * 0.34)} ${px(-h * 1.02)}Q0 ${px(-h * 1.5)} ${px(h * 0.34)} ${px(-h * 1.02)}Z" fill="${palette[4]}"/><path d="M0 ${px(-h * 1.2)}V${px(-h * 0.5)}" stroke="#05060c" stroke-width="${px(h * 0.02)}"/>`
  return `<g transform="translate(${px(x)} ${px(y)})" fill="#05060c"><circle cy="${px(-h * 0.92)}" r="${px(h * 0.085)}"/><path d="M${px(-h * 0.13)} ${px(-h * 0.8)}H${px(h * 0.13)}L${px(h * 0.17)} ${px(-h * 0.3)}L${px(h * 0.12)} 0H${px(h * 0.04)}L0 ${px(-h * 0.28)}L${px(-h * 0.06)} 0H${px(-h * 0.13)}L${px(-h * 0.16)} ${px(-h * 0.3)}Z"/>
<ellipse cx="${px(h * 0.06)}" cy="${px(h * 0.02)}" rx="${px(h * 0.3)}" ry="${px(h * 0.04)}" opacity=".6"/>${isUnderUmbrella ? umbrella : ''}</g>`
}

/** One house from across the street, a few of its windows lit, somebody in one of them. */
function facade(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const columns = width > height ? random.whole(4, 6) : random.whole(2, 4)
  const [w, h] = [width / columns, (width / columns) * 1.25]
  const rows = Math.ceil(height / h) + 1
  const someone = [random.whole(0, columns - 1), random.whole(0, Math.max(0, rows - 2))]
  const wall = mix(deep, mid, random.in(0, 0.35))
  const panes = repeat(rows, (row) =>
    repeat(columns, (column) => {
      const isSomeone = column === someone[0] && row === someone[1]
      const isLit = isSomeone || random.chance(0.25)
      const colour = isLit
        ? random.pick([light, mix(light, accent, 0.6), mix(light, second, 0.5)])
        : mix(dark, deep, random.in(0.1, 0.45))
      const [x, y, pw, ph] = [column * w + w * 0.24, row * h + h * 0.16, w * 0.52, h * 0.62]
      const glowing = isLit
        ? `<rect x="${px(x - w * 0.06)}" y="${px(y - h * 0.05)}" width="${px(pw + w * 0.12)}" height="${px(ph + h * 0.1)}" fill="${colour}" opacity=".22"/>`
        : ''
      const curtain =
        isLit && random.chance(0.6)
          ? `<rect x="${px(x)}" y="${px(y)}" width="${px(pw * random.in(0.2, 0.4))}" height="${px(ph)}" fill="${mix(colour, accent, 0.45)}"/>`
          : ''
      const person = isSomeone
        ? `<g fill="${dark}"><circle cx="${px(x + pw * 0.6)}" cy="${px(y + ph * 0.5)}" r="${px(pw * 0.12)}"/><path d="M${px(x + pw * 0.36)} ${px(y + ph)}q${px(pw * 0.02)} ${px(-ph * 0.36)} ${px(pw * 0.24)} ${px(-ph * 0.36)}t${px(pw * 0.24)} ${px(ph * 0.36)}Z"/></g>`
        : ''
      const cross = `<path d="M${px(x + pw / 2)} ${px(y)}v${px(ph)}M${px(x)} ${px(y + ph * 0.4)}h${px(pw)}" stroke="${shade(wall, -0.4)}" stroke-width="${px(w * 0.025)}"/>`
      const sill = `<rect x="${px(x - w * 0.05)}" y="${px(y + ph)}" width="${px(pw + w * 0.1)}" height="${px(h * 0.035)}" fill="${shade(wall, 0.25)}"/>`
      return `${glowing}<rect x="${px(x)}" y="${px(y)}" width="${px(pw)}" height="${px(ph)}" fill="${colour}"/>${curtain}${person}${cross}${sill}`
    }),
  )
  return `${defs(canvas)}${fill(wall)}<g transform="translate(0 ${px(-h * random.in(0, 0.3))})">${panes}</g>${fill('url(#night)', 'opacity=".3"')}${random.chance(0.5) ? bokeh(canvas) : ''}`
}

function bokeh({ random, palette, width, height }: Canvas): string {
  return repeat(random.whole(4, 14), () => {
    const colour = random.pick([palette[4], palette[5], palette[3]])
    const [x, y, r] = [random.next() * width, random.in(0.1, 1) * height, width * random.in(0.012, 0.045)]
    return `<circle cx="${px(x)}" cy="${px(y)}" r="${px(r)}" fill="${colour}" stroke="${colour}" stroke-opacity=".5" fill-opacity="${px(random.in(0.1, 0.3))}"/>`
  })
}
