import { mix, shade } from './palette.ts'
import type { Random } from './random.ts'
import { glow, px, repeat } from './svg.ts'
import type { Canvas, Point } from './svg.ts'

type Map = string[][]

/** A scene of a game in 16 colours: an island of tiles round a lighthouse by night, its beam, its keeper and the cat. */
export function tiles(canvas: Canvas): string {
  const { random, width, height } = canvas
  const rows = random.pick([30, 36, 44])
  const tile = height / rows
  const columns = Math.ceil(width / tile)
  const ground = island(random, { columns, rows })
  const colours = coloursOf(canvas)
  const cells = ground.map((row, y) =>
    runs(row, { y, tile, colourOf: (kind, x) => colours(kind, (x * 7 + y * 13) % 5) }),
  )
  const x = Math.round(columns * random.in(0.3, 0.7))
  const y = Math.round(rows * random.in(0.45, 0.62))
  const angle = random.in(0, 360)
  const [, , , light, lamp] = canvas.palette
  const lampAt = `translate(${px((x + 1.5) * tile)} ${px((y - 8) * tile)})`
  return `<defs>${glow('halo', [
    [lamp, 0.55, 0],
    [lamp, 0.16, 0.4],
    [lamp, 0, 1],
  ])}</defs>
<g shape-rendering="crispEdges">${cells.join('')}${rain(canvas, tile)}${lighthouse(canvas, { x, y, tile })}
${sprite(KEEPER, { x: x + 5, y: y + 3, tile: tile / 2, colours: ['#1a1c2c', lamp, '#f0c7a0', light] })}
${sprite(CAT, { x: x + 9, y: y + 4, tile: tile / 2, colours: ['#1a1c2c', canvas.palette[5], light, light] })}${hearts(canvas, tile)}</g>
<g transform="${lampAt}"><circle r="${px(tile * 12)}" fill="url(#halo)"/>
<g fill="${lamp}" opacity=".2" transform="rotate(${px(angle)})"><path d="M0 0L${px(width * 1.5)} ${px(-height * 0.22)}V${px(height * 0.22)}Z"/><path d="M0 0L${px(-width * 1.5)} ${px(-height * 0.16)}V${px(height * 0.16)}Z"/></g></g>`
}

/** Noise made smooth by four rounds of counting neighbours; land in the middle, water round it. */
function island(random: Random, { columns, rows }: { columns: number; rows: number }): Map {
  let land = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_unused, x) => {
      const away = Math.hypot((x / columns - 0.5) * 2, (y / rows - 0.55) * 2.2)
      return random.next() > 0.22 + away * 0.42
    }),
  )
  const around = (x: number, y: number, reach: number): number => {
    let count = 0
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) if (land[y + dy]?.[x + dx]) count += 1
    return count
  }
  for (let round = 0; round < 4; round += 1) land = land.map((row, y) => row.map((_, x) => around(x, y, 1) >= 5))
  return land.map((row, y) =>
    row.map((isLand, x) => {
      if (!isLand) return around(x, y, 1) > 0 ? 'foam' : random.chance(0.06) ? 'wave' : 'sea'
      if (around(x, y, 2) < 20) return 'sand'
      return random.chance(0.07) ? 'tree' : random.chance(0.05) ? 'rock' : random.chance(0.06) ? 'flower' : 'grass'
    }),
  )
}

function coloursOf({ palette: [dark, deep, mid, light, accent, second] }: Canvas) {
  const grass = mix(deep, '#3f8f6a', 0.55)
  const kinds: Readonly<Record<string, readonly [string, string]>> = {
    sea: [mix(dark, deep, 0.5), mix(dark, deep, 0.56)],
    wave: [mid, mid],
    foam: [mix(mid, light, 0.45), mix(mid, light, 0.3)],
    sand: ['#d9b98a', '#cfa873'],
    grass: [grass, shade(grass, -0.1)],
    tree: [shade(grass, -0.45), shade(grass, -0.5)],
    rock: ['#7d8597', '#6a7183'],
    flower: [accent, second],
  }
  return (kind: string, n: number): string => kinds[kind]?.[n === 0 ? 1 : 0] ?? dark
}

/** Equal tiles side by side are one rectangle. */
function runs(
  row: readonly string[],
  { y, tile, colourOf }: { y: number; tile: number; colourOf: (kind: string, x: number) => string },
): string {
  const colours = row.map(colourOf)
  let out = ''
  for (let from = 0; from < colours.length;) {
    let to = from + 1
    while (colours[to] === colours[from]) to += 1
    out += `<rect x="${px(from * tile)}" y="${px(y * tile)}" width="${px((to - from) * tile + 0.5)}" height="${px(tile + 0.5)}" fill="${colours[from]}"/>`
    from = to
  }
  return out
}

function lighthouse({ palette }: Canvas, { x, y, tile }: { x: number; y: number; tile: number }): string {
  const [dark, , , light, accent, second] = palette
  const box = ([bx, by]: Point, [w, h]: Point, colour: string) =>
    `<rect x="${px((x + bx) * tile)}" y="${px((y + by) * tile)}" width="${px(w * tile)}" height="${px(h * tile)}" fill="${colour}"/>`
  const bands = repeat(
    4,
    (n) =>
      box([0, -6 + n * 3], [3, 1.5], second) +
      box([0, -4.5 + n * 3], [3, 1.5], light) +
      box([2, -6 + n * 3], [1, 3], '#00000033'),
  )
  return `${box([-0.5, 6], [5, 1], '#00000055')}${bands}${box([1, 4], [1, 2], dark)}${box([-0.5, -7], [4, 1], dark)}${box([0.5, -9], [2, 2], accent)}${box([0, -10], [3, 1], second)}${box([1, -11], [1, 1], second)}`
}

const KEEPER = [
  '..000...',
  '.00000..',
  '.02220..',
  '.02020..',
  '..222...',
  '.11111..',
  '1111111.',
  '2.111.2.',
  '..000...',
  '..0.0...',
]
const CAT = ['1....1..', '11..11..', '111111..', '101101..', '111111.1', '.1111111', '.1.11.1.']

function sprite(
  lines: readonly string[],
  { x, y, tile, colours }: { x: number; y: number; tile: number; colours: readonly string[] },
): string {
  return lines
    .flatMap((line, row) =>
      line
        .split('')
        .map((char, column) =>
          char === '.'
            ? ''
            : `<rect x="${px(x * tile * 2 + column * tile)}" y="${px(y * tile * 2 + row * tile)}" width="${px(tile + 0.4)}" height="${px(tile + 0.4)}" fill="${colours[Number(char)] ?? '#000'}"/>`,
        ),
    )
    .join('')
}

function rain({ random, palette, width, height }: Canvas, tile: number): string {
  if (random.chance(0.5)) return ''
  return repeat(
    90,
    () =>
      `<rect x="${px(random.next() * width)}" y="${px(random.next() * height)}" width="${px(tile / 4)}" height="${px(tile)}" fill="${palette[3]}" opacity=".45"/>`,
  )
}

/** Lives and keys in the corner. */
function hearts({ random, palette }: Canvas, tile: number): string {
  const heart = ['.11.11.', '1111111', '1111111', '.11111.', '..111..', '...1...']
  const count = random.whole(1, 4)
  return repeat(4, (n) =>
    sprite(heart, { x: 1 + n * 4.5, y: 1, tile: tile / 2, colours: ['', n < count ? palette[5] : '#00000066'] }),
  )
}
