import { landscape } from './landscape.ts'
import { px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

/** A contact sheet on a light table: strips of film with small landscapes, one frame marked in red. */
export function contact(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const rows = height > width ? 4 : 3
  const strip = (height / rows) * 0.86
  const frame = { width: strip * 0.98, height: strip * 0.66 }
  const count = Math.ceil(width / (frame.width * 1.08)) + 1
  const marked = [random.whole(0, rows - 1), random.whole(1, Math.max(1, count - 3))]
  const strips = repeat(rows, (row) => {
    const y = (height / rows) * row + strip * 0.08
    const shift = -random.in(0.05, 0.6) * frame.width
    const frames = repeat(count, (n) => {
      const x = shift + n * frame.width * 1.08
      const isEmpty = random.chance(0.07)
      const inside = isEmpty ? `<rect width="100%" height="100%" fill="#16130f"/>` : landscape({ ...canvas, ...frame })
      const mark = row === marked[0] && n === marked[1] ? marks(frame) : ''
      const place = `x="${px(x)}" y="${px(y + strip * 0.17)}" width="${px(frame.width)}" height="${px(frame.height)}"`
      // Ids are of the whole document: each frame has its own.
      const own = inside.replaceAll(/(id="|url\(#)(\w+)/g, `$1f${row}x${n}$2`)
      return `<svg ${place} viewBox="0 0 ${px(frame.width)} ${px(frame.height)}">${own}</svg>
<g transform="translate(${px(x)} ${px(y + strip * 0.17)})">${mark}</g>`
    })
    const holes = repeat(Math.ceil(width / (strip * 0.1)), (n) => {
      const hole = `width="${px(strip * 0.05)}" height="${px(strip * 0.065)}" rx="${px(strip * 0.012)}" fill="#f2ecdf"`
      const x = px(shift + n * strip * 0.1)
      return `<rect x="${x}" y="${px(y + strip * 0.05)}" ${hole}/><rect x="${x}" y="${px(y + strip * 0.885)}" ${hole}/>`
    })
    return `<g transform="rotate(${px(random.in(-0.7, 0.7))})">
<rect x="-10%" y="${px(y)}" width="120%" height="${px(strip)}" fill="#1c1712"/>${holes}${frames}</g>`
  })
  return `<rect x="-5%" y="-5%" width="110%" height="110%" fill="#f2ecdf"/>${strips}
<rect x="-5%" y="-5%" width="110%" height="110%" fill="${palette[1]}" opacity=".16"/>`
}

function marks({ width, height }: { width: number; height: number }): string {
  const stroke = `fill="none" stroke="#d6342c" stroke-width="${px(height / 16)}" stroke-linecap="round" opacity=".9"`
  return `<path ${stroke} d="M${px(-width * 0.04)} ${px(height * 0.05)}Q${px(width * 0.5)} ${px(-height * 0.12)} ${px(width * 1.05)} 0
Q${px(width * 1.1)} ${px(height * 0.6)} ${px(width)} ${px(height * 1.05)}Q${px(width * 0.4)} ${px(height * 1.15)} ${px(-width * 0.03)} ${px(height)}Q${px(-width * 0.09)} ${px(height * 0.5)} ${px(width * 0.02)} ${px(-height * 0.02)}"/>`
}
