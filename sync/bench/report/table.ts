import { engines } from '../engines/list.ts'
import type { EngineAbout } from '../engines/list.ts'
import type { Repeats } from '../workloads/workload.ts'
import type { Row } from './figures.ts'

/** `about`: on what it was measured; `repeats`: how often, as far as the page says so. */
export type Report = { rows: readonly Row[]; about: string; repeats: Pick<Repeats, 'kills' | 'starts'> }

/** `RESULTS.md`. */
export function resultsPage({ rows, about, repeats: { kills, starts } }: Report): string {
  const head = [
    '',
    'goal',
    ...engines.map(({ title, acknowledged }) => (acknowledged === 'committed' ? title : `${title} †`)),
  ]
  return `# Measured beside its peers

Written by \`npm run bench -- peers\`; the engines of a row in the same run (but for row 1, which counts), in Chromium, over the
same data, each in a page of its own with the persistence that it comes with. An empty cell was not measured yet. ${about}

${line(head)}
${line(head.map(() => '---'))}
${rows.map((row) => line([row.title, row.goal, ...engines.map((engine) => cell(row, engine, kills))])).join('\n')}

(n×): in relation to Dexie alone, in this run. Absolute figures are the machine's; ratios can be compared.
†: acknowledges before anything is safe (row 1), and is faster in row 2 for it.

![Every figure in relation to Dexie alone](results.svg)

## What the rows say

1. A browser is killed the moment that the engine has acknowledged a message: how many of ${kills} are there afterwards.
   ${list(acknowledging('in memory'))} acknowledge from memory, ${list(acknowledging('not committed'))} before their storage has committed; the others after that.
   Ours has a copy elsewhere by then, too: a browser that is killed in the middle of a write may remove its databases later.
2. 10,000 messages, 100 live queries, 5 of them on the conversation that is written to, no line: until all five have told of
   the message and the engine has acknowledged it. Ours waits for the operating system, as Dexie alone, and for its copy; the
   disk itself is flushed within 50 ms, and \`onDisk\` tells of it.
3. 50,000 messages in 200 conversations on the device; ${starts} starts, a new browser process each, the first one right after the
   loading: from opening the engine to 50 messages.
4. 2,000 rows an answer. Engines with a † hold rows in memory when they say that they are done, the others on disk.
   PowerSync, LiveStore, Evolu and Jazz have no server here: each answer is written by their own calls.
   The browser tells of tasks above 50 ms only, so that is the least.
5. Over each engine's own way to send: ours and Replicache against their protocols, RxDB by its replication, TanStack DB by its
   outbox, Dexie alone by a loop of ten lines that notices no lost answer. The server answers from memory.
6. From the answer until the query tells of all 1,000 rows with the pending changes on top. Ours writes each row twice, as the
   server has it and as it is shown: a change that the server rejects is taken back without a request.
7. The server is measured by itself: [its table](../../server/bench/RESULTS.md).
8. The tree-shaken bundle that an app loads to use it, with workers and WebAssembly, without Dexie, which ours and RxDB
   build upon.
9. A device with 200 conversations, both ways, headers included, nothing compressed. Ours sends one checksum of them all.

## Left out

${engines.flatMap(leftOut).join('\n')}
`
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cell(row: Row, { name, leftOut }: EngineAbout, kills: number): string {
  const found = row.values[name]
  if (!found) return leftOut[row.workload] === undefined ? '' : '–'
  const shown = row.id === 'kept' ? `${found.value}/${kills}` : inUnit(found.value, row.unit)
  const value = name === 'ours' ? `**${shown}**` : shown
  const hasRatio = row.isWatched && name !== 'dexie' && found.ratio !== null && Number.isFinite(found.ratio)
  return hasRatio ? `${value} (${found.ratio?.toFixed(1)}×)` : value
}

function inUnit(value: number, unit: string): string {
  const digits = (unit === 'ms' || unit === 'kB') && value < 100 ? 1 : 0
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '' || unit.startsWith('/') ? number + unit : `${number} ${unit}`
}

function leftOut({ title, leftOut }: EngineAbout): string[] {
  return Object.entries(leftOut).map(([workload, why]) => `- ${title}, ${workload}: ${why}.`)
}

function acknowledging(how: EngineAbout['acknowledged']): EngineAbout[] {
  return engines.filter(({ acknowledged }) => acknowledged === how)
}

function list(some: readonly EngineAbout[]): string {
  const titles = some.map(({ title }) => title)
  return [titles.slice(0, -1).join(', '), titles.at(-1)].filter(Boolean).join(' and ')
}
