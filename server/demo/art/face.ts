import { mix, shade } from './palette.ts'
import { fill, gradient, px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

const skins = ['#f3cfb3', '#e2ad86', '#c98d62', '#a06a44', '#7a4a2e', '#5a3622'] as const
const hairs = ['#1c1613', '#3a2418', '#6b4226', '#a8743c', '#d9b36a', '#8d8d92', '#c8553d', '#3d4a6b'] as const

/** A portrait without features, as one knows somebody from afar: hair, shoulders, a disc behind. */
export function face(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, mid, light, accent, second] = palette
  const back = random.pick([mid, accent, second, mix(light, mid, 0.4), deep])
  const skin = random.pick(skins)
  const hair = random.pick(hairs)
  const shirt = random.pick(
    [accent, second, light, deep, dark].filter((each) => each !== back) as [string, ...string[]],
  )
  const [x, y, r] = [width / 2, height * 0.44, width * 0.185]
  const kind = random.whole(0, 6)
  const glasses = random.chance(0.25)
  return `<defs>${gradient('back', [shade(back, 0.18), back, shade(back, -0.16)], 'x2="1" y2="1"')}${gradient('skin', [shade(skin, 0.08), skin, shade(skin, -0.18)], 'x2="1" y2=".4"')}</defs>
${fill('url(#back)')}<circle cx="${px(x + random.in(-1, 1) * r)}" cy="${px(y - r * 0.2)}" r="${px(r * 1.9)}" fill="${mix(back, light, 0.3)}" opacity=".6"/>
${behind(kind, { x, y, r, hair })}
<path d="M${px(x - r * 2.2)} ${px(height * 1.1)}C${px(x - r * 2.1)} ${px(y + r * 1.75)} ${px(x - r * 0.9)} ${px(y + r * 1.55)} ${px(x)} ${px(y + r * 1.5)}C${px(x + r * 0.9)} ${px(y + r * 1.55)} ${px(x + r * 2.1)} ${px(y + r * 1.75)} ${px(x + r * 2.2)} ${px(height * 1.1)}Z" fill="${shirt}"/>
<path d="M${px(x - r * 0.42)} ${px(y + r * 0.6)}h${px(r * 0.84)}v${px(r * 0.85)}a${px(r * 0.42)} ${px(r * 0.3)} 0 0 1 ${px(-r * 0.84)} 0Z" fill="${shade(skin, -0.2)}"/>
<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(r * 0.86)}" ry="${px(r * 1.06)}" fill="url(#skin)"/>
${before(kind, { x, y, r, hair })}${random.chance(0.2) && kind < 4 ? beard({ x, y, r, hair }) : ''}
${glasses ? `<g fill="none" stroke="${dark}" stroke-width="${px(r * 0.07)}"><circle cx="${px(x - r * 0.36)}" cy="${px(y + r * 0.02)}" r="${px(r * 0.26)}"/><circle cx="${px(x + r * 0.36)}" cy="${px(y + r * 0.02)}" r="${px(r * 0.26)}"/><path d="M${px(x - r * 0.1)} ${px(y)}h${px(r * 0.2)}"/></g>` : ''}`
}

type Head = { x: number; y: number; r: number; hair: string }

/** Long hair, a bun, curls or a scarf lie behind the shoulders. */
function behind(kind: number, { x, y, r, hair }: Head): string {
  if (kind === 1)
    return `<path d="M${px(x - r * 1.15)} ${px(y)}a${px(r * 1.15)} ${px(r * 1.25)} 0 0 1 ${px(r * 2.3)} 0v${px(r * 1.9)}h${px(-r * 2.3)}Z" fill="${shade(hair, -0.15)}"/>`
  if (kind === 2) return `<circle cx="${px(x)}" cy="${px(y - r * 1.3)}" r="${px(r * 0.48)}" fill="${hair}"/>`
  if (kind === 3)
    return repeat(
      12,
      (n) =>
        `<circle cx="${px(x + Math.cos(n * 0.45 + 2.6) * r * 1.05)}" cy="${px(y - r * 0.1 + Math.sin(n * 0.45 + 2.6) * r * 1.1)}" r="${px(r * 0.42)}" fill="${hair}"/>`,
    )
  if (kind === 6)
    return `<path d="M${px(x - r * 1.2)} ${px(y + r * 0.1)}a${px(r * 1.2)} ${px(r * 1.35)} 0 0 1 ${px(r * 2.4)} 0q${px(r * 0.1)} ${px(r * 1.3)} ${px(r * 0.6)} ${px(r * 1.9)}h${px(-r * 3.6)}q${px(r * 0.5)} ${px(-r * 0.6)} ${px(r * 0.6)} ${px(-r * 1.9)}" fill="${mix(hair, '#c9586a', 0.6)}"/>`
  return ''
}

function before(kind: number, { x, y, r, hair }: Head): string {
  const cap = (low: number, tilt: number) =>
    `<path d="M${px(x - r * 0.93)} ${px(y + r * low)}C${px(x - r * 1.05)} ${px(y - r * 1.55)} ${px(x + r * 1.05)} ${px(y - r * 1.55)} ${px(x + r * 0.93)} ${px(y + r * low)}Q${px(x + r * tilt)} ${px(y - r * 0.95)} ${px(x - r * 0.93)} ${px(y + r * low)}Z" fill="${hair}"/>`
  if (kind === 4) return ''
  if (kind === 5)
    return `${cap(-0.2, 0.4)}<rect x="${px(x - r)}" y="${px(y - r * 0.66)}" width="${px(r * 2)}" height="${px(r * 0.3)}" rx="${px(r * 0.15)}" fill="${shade(hair, 0.35)}"/>`
  if (kind === 6)
    return `<path d="M${px(x - r * 0.95)} ${px(y + r * 0.3)}C${px(x - r * 1.1)} ${px(y - r * 1.5)} ${px(x + r * 1.1)} ${px(y - r * 1.5)} ${px(x + r * 0.95)} ${px(y + r * 0.3)}Q${px(x + r * 0.6)} ${px(y - r * 0.75)} ${px(x)} ${px(y - r * 0.78)}T${px(x - r * 0.95)} ${px(y + r * 0.3)}Z" fill="${mix(hair, '#c9586a', 0.6)}"/>`
  return cap(kind === 1 ? 0.2 : -0.05, kind % 2 ? 0.5 : -0.35)
}

function beard({ x, y, r, hair }: Head): string {
  return `<path d="M${px(x - r * 0.84)} ${px(y + r * 0.15)}Q${px(x - r * 0.7)} ${px(y + r * 1.25)} ${px(x)} ${px(y + r * 1.22)}T${px(x + r * 0.84)} ${px(y + r * 0.15)}Q${px(x + r * 0.5)} ${px(y + r * 0.5)} ${px(x)} ${px(y + r * 0.48)}T${px(x - r * 0.84)} ${px(y + r * 0.15)}Z" fill="${hair}"/>`
}
