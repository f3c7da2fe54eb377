import { engines } from '../engines/list.ts'
import type { Row } from './figures.ts'

const WIDTH = 900
const LABEL = 300
const BAR = 12
const GAP = 3
/** Engines in a line of the legend. */
const BESIDE = 7
/** Ratios from a hundredth to a hundred times the floor. */
const DECADES = 4

/** Colours that can be told apart, also by the colour-blind, on black and on white. */
const colours = [
  ...['#8a8f98', '#d6409f', '#3b82f6', '#e08a00', '#14a38b', '#9a6cf0', '#c2542d'],
  ...['#0e7490', '#7a8b00', '#5b4636', '#e6399b80'],
]

/** A bar for each engine in each row: how many times better or worse than the floor, on a logarithmic scale. */
export function chart(rows: readonly Row[]): string {
  const watched = rows.filter(({ isWatched, values }) => isWatched && values.dexie)
  let y = 60
  const groups = watched.map((row) => {
    const bars = engines.flatMap(({ name, title }, index) => {
      const value = row.values[name]
      if (value?.ratio == null) return []
      return [{ ratio: row.better === 'less' ? value.ratio : 1 / value.ratio, title, colour: colours[index] ?? '' }]
    })
    const top = y
    y += bars.length * (BAR + GAP) + 18
    return drawGroup(row.title, bars, top)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 10}" font-family="system-ui, sans-serif" font-size="12">
<style>.ground { fill: #fff } text { fill: #1c1c1e } .axis { stroke: #8888; stroke-dasharray: 2 4 } @media (prefers-color-scheme: dark) { .ground { fill: #161618 } text { fill: #eee } }</style>
<rect class="ground" width="100%" height="100%"/>
<title>Every figure in relation to Dexie alone, in the same run: to the left is better</title>
${legend()}
${[-2, -1, 0, 1, 2].map((decade) => axis(decade, y)).join('\n')}
${groups.join('\n')}
</svg>
`
}

type Bar = { ratio: number; title: string; colour: string }

function drawGroup(title: string, bars: readonly Bar[], top: number): string {
  const drawn = bars.map(({ ratio, title, colour }, index) => {
    const [from, to] = [x(1), x(ratio)].sort((a, b) => a - b) as [number, number]
    const y = top + index * (BAR + GAP)
    const width = Math.max(2, to - from).toFixed(1)
    return `<rect class="bar" x="${from.toFixed(1)}" y="${y}" width="${width}" height="${BAR}" fill="${colour}"><title>${title}: ${ratio.toFixed(2)} times the floor</title></rect>`
  })
  return `<text x="0" y="${top + BAR - 2}">${title}</text>\n${drawn.join('\n')}`
}

function legend(): string {
  return engines
    .map(({ title }, index) => {
      const [at, top] = [(index % BESIDE) * 125, Math.floor(index / BESIDE) * 16]
      return `<rect x="${at}" y="${top + 2}" width="12" height="12" fill="${colours[index]}"/><text x="${at + 18}" y="${top + 12}">${title}</text>`
    })
    .join('\n')
}

function axis(decade: number, bottom: number): string {
  const at = x(10 ** decade).toFixed(1)
  const label = decade === 0 ? 'Dexie alone' : decade < 0 ? `${10 ** -decade}× better` : `${10 ** decade}× worse`
  return `<line class="axis" x1="${at}" x2="${at}" y1="48" y2="${bottom}"/><text x="${at}" y="42" text-anchor="middle">${label}</text>`
}

function x(ratio: number): number {
  const room = WIDTH - LABEL - 40
  const decades = Math.min(DECADES / 2, Math.max(-DECADES / 2, Math.log10(ratio)))
  return LABEL + room * (decades / DECADES + 0.5)
}
