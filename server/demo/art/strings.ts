import { mix, shade } from './palette.ts'
import { fill, gradient, px, repeat } from './svg.ts'
import type { Canvas } from './svg.ts'

/** Close to an instrument: the strings over wood or fingerboard, one of them moving, the curve of a sound hole. */
export function strings(canvas: Canvas): string {
  const { random, palette, width, height } = canvas
  const [dark, deep, , light, accent, second] = palette
  const wood = mix('#8a4a22', accent, random.in(0.1, 0.5))
  const turn = random.in(-64, -20) * (random.chance(0.5) ? 1 : -1)
  const edge = Math.hypot(width, height)
  const count = random.pick([4, 4, 6])
  const gap = edge * random.in(0.035, 0.055)
  const moving = random.whole(0, count - 1)
  const board = gap * (count + 0.6)
  const lines = repeat(count, (n) => {
    const y = (n - (count - 1) / 2) * gap
    const thick = gap * (0.05 + 0.035 * n)
    return n === moving ? plucked(canvas, { y, thick, edge }) : string(canvas, { y, thick, edge })
  })
  const frets = random.chance(0.45)
    ? repeat(
        9,
        (n) =>
          `<rect x="${px(-edge / 2 + n * edge * 0.12)}" y="${px(-board / 2)}" width="${px(edge * 0.006)}" height="${px(board)}" fill="${light}" opacity=".55"/>`,
      )
    : ''
  return `<defs>${gradient('wood', [shade(wood, 0.3), wood, shade(wood, -0.45)], 'x2=".5" y2="1"')}
${gradient('board', ['#2b221f', '#120e0d', '#000'])}</defs>
${fill('url(#wood)')}${figure(canvas, wood)}
<g transform="translate(${px(width / 2)} ${px(height / 2)}) rotate(${px(turn)})">
${hole(edge, -board * 1.3)}${hole(edge, board * 1.3)}
<rect x="${px(-edge)}" y="${px(-board / 2 + board * 0.09)}" width="${px(edge * 2)}" height="${px(board)}" fill="#000" opacity=".32"/>
<rect x="${px(-edge)}" y="${px(-board / 2)}" width="${px(edge * random.in(1.1, 2))}" height="${px(board)}" fill="url(#board)"/>${frets}
${lines}${random.chance(0.5) ? bow(edge, { random, colour: mix(dark, deep, 0.4), hair: light }) : ''}</g>
<rect x="-5%" y="-5%" width="110%" height="110%" fill="${second}" opacity=".07"/>`
}

type Line = { y: number; thick: number; edge: number }

function string({ palette }: Canvas, { y, thick, edge }: Line): string {
  return `<rect x="${px(-edge)}" y="${px(y + thick * 2.2)}" width="${px(edge * 2)}" height="${px(thick)}" opacity=".4"/>
<rect x="${px(-edge)}" y="${px(y)}" width="${px(edge * 2)}" height="${px(thick)}" fill="${mix(palette[3], '#b8b2a4', 0.4)}"/>
<rect x="${px(-edge)}" y="${px(y)}" width="${px(edge * 2)}" height="${px(thick * 0.35)}" fill="#fff" opacity=".7"/>`
}

/** A string that sounds is a spindle of light. */
function plucked({ random, palette }: Canvas, { y, thick, edge }: Line): string {
  const wide = thick * random.in(5, 9)
  return repeat(9, (n) => {
    const bend = ((n - 4) / 4) * wide
    const d = `M${px(-edge)} ${px(y)}Q0 ${px(y + bend * 2)} ${px(edge)} ${px(y)}`
    return `<path d="${d}" fill="none" stroke="${mix(palette[3], '#ffffff', 0.3)}" stroke-width="${px(thick * 0.5)}" opacity="${n % 4 === 0 ? 0.7 : 0.22}"/>`
  })
}

function figure({ random, width, height }: Canvas, wood: string): string {
  const lines = repeat(46, (n) => {
    const x = (n / 45) * width * 1.3 - width * 0.15
    const [a, b] = [random.in(-1, 1) * width * 0.03, random.in(-1, 1) * width * 0.03]
    const colour = shade(wood, random.in(-0.35, 0.2))
    return `<path d="M${px(x)} ${px(-height * 0.1)}C${px(x + a)} ${px(height * 0.3)} ${px(x + b)} ${px(height * 0.7)} ${px(x + a)} ${px(height * 1.1)}" stroke="${colour}" stroke-width="${px((width / 300) * random.in(0.5, 2.4))}"/>`
  })
  return `<g fill="none" opacity=".38">${lines}</g>`
}

/** The f of a cello, lying along the strings. */
function hole(edge: number, y: number): string {
  const [l, sign] = [edge * 0.13, Math.sign(y)]
  const d = `M${px(-l)} ${px(y + sign * l * 0.3)}C${px(-l * 0.9)} ${px(y - sign * l * 0.3)} ${px(l * 0.9)} ${px(y + sign * l * 0.45)} ${px(l)} ${px(y - sign * l * 0.15)}`
  const eye = (x: number, at: number) => `<circle cx="${px(x)}" cy="${px(at)}" r="${px(l * 0.13)}"/>`
  return `<g fill="#0c0706"><path d="${d}" fill="none" stroke="#0c0706" stroke-width="${px(l * 0.11)}" stroke-linecap="round"/>
${eye(-l * 0.97, y + sign * l * 0.17)}${eye(l * 0.97, y)}</g>`
}

function bow(
  edge: number,
  { random, colour, hair }: { random: Canvas['random']; colour: string; hair: string },
): string {
  const x = edge * random.in(-0.2, 0.25)
  return `<g transform="translate(${px(x)} 0) rotate(${px(random.in(78, 102))})">
<rect x="${px(-edge)}" y="${px(edge * 0.02)}" width="${px(edge * 2)}" height="${px(edge * 0.02)}" opacity=".45"/>
<rect x="${px(-edge)}" y="${px(edge * 0.008)}" width="${px(edge * 2)}" height="${px(edge * 0.01)}" fill="${hair}" opacity=".92"/>
<rect x="${px(-edge)}" y="${px(-edge * 0.02)}" width="${px(edge * 2)}" height="${px(edge * 0.014)}" fill="${shade(colour, 0.12)}"/></g>`
}
