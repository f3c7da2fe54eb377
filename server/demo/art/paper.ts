import { mix, shade } from './palette.ts'
import { fill, glow, px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

/** A sheet of paper on a desk with what an illustrator leaves on it: a wash, blots, a pencil or a stamp. */
export function paper(canvas: Canvas, drawing: string): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, , light, accent, second] = palette
  const isClose = random.chance(0.55)
  const sheet = mix(light, '#ffffff', random.in(0, 0.4))
  const wash = random.pick([accent, second, deep])
  const [w, h] = isClose ? [width * 1.2, height * 1.2] : [width * 0.8, height * 0.86]
  const [x, y] = [(width - w) / 2, (height - h) / 2]
  const blots = repeat(random.whole(2, 8), () => {
    const r = width * random.in(0.002, 0.011)
    return `<circle cx="${px(random.in(0.12, 0.88) * width)}" cy="${px(random.in(0.12, 0.88) * height)}" r="${px(r)}"/>`
  })
  const fibres = repeat(70, () => {
    const [fx, fy, long] = [random.next() * width, random.next() * height, width * random.in(0.004, 0.02)]
    return `<path d="M${px(fx)} ${px(fy)}q${px(long / 2)} ${px(random.in(-3, 3))} ${px(long)} ${px(random.in(-4, 4))}"/>`
  })
  return `<defs>${glow('wash', [
    [wash, 0.34, 0],
    [wash, 0.26, 0.72],
    [wash, 0.42, 0.9],
    [wash, 0, 1],
  ])}</defs>
${fill(mix(deep, dark, 0.35))}
<rect x="${px(x + width * 0.01)}" y="${px(y + height * 0.02)}" width="${px(w)}" height="${px(h)}" opacity=".35"/>
<rect x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}" fill="${sheet}"/>
<g fill="none" stroke="${shade(sheet, -0.3)}" stroke-width="${px(width / 1200)}" opacity=".4">${fibres}</g>
<ellipse cx="${px(width * random.in(0.35, 0.65))}" cy="${px(height * random.in(0.4, 0.6))}" rx="${px(width * random.in(0.2, 0.36))}" ry="${px(height * random.in(0.2, 0.38))}" fill="url(#wash)"/>
${drawing}<g fill="${dark}" opacity=".8">${blots}</g>${random.chance(0.6) ? pencil(canvas) : ''}`
}

function pencil({ random, palette, width, height }: Canvas): string {
  const [long, wide] = [Math.min(width, height) * 0.62, Math.min(width, height) * 0.022]
  const at = `translate(${px(width * random.in(0.04, 0.5))} ${px(height * random.pick([0.1, 0.92]))}) rotate(${px(random.in(-14, 14))})`
  return `<g transform="${at}"><rect y="${px(wide * 0.9)}" width="${px(long)}" height="${px(wide)}" opacity=".3"/>
<rect width="${px(long)}" height="${px(wide)}" fill="${palette[4]}"/><rect width="${px(long)}" height="${px(wide * 0.35)}" fill="#fff" opacity=".3"/>
<path d="M${px(long)} 0l${px(wide * 2.2)} ${px(wide / 2)}l${px(-wide * 2.2)} ${px(wide / 2)}Z" fill="#e3c093"/>
<path d="M${px(long + wide * 1.5)} ${px(wide * 0.34)}l${px(wide * 0.7)} ${px(wide * 0.16)}l${px(-wide * 0.7)} ${px(wide * 0.16)}Z" fill="#222"/></g>`
}
