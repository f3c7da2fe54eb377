// The statement with which a pull reads the epoch and checks the history of the database, against the same statement without
// the check, in turns within one run: `npm run bench -- history`.
import { randomUUID } from 'node:crypto'
import { median } from '@vesper/sync/bench/statistics.ts'
import { epochStatement } from '../infra/sync/epoch.ts'
import { checkHistory } from '../infra/sync/history/history.ts'
import type { HistoryRow } from '../infra/sync/history/history.ts'
import { startBenchServer } from './bench-server.ts'

const [ROUNDS, STATEMENTS] = [41, 300]
/** The checked statement may take so many times as long. */
const MOST = 1.1

const server = await startBenchServer({ jobs: 'off' })
const { app } = server
const read = (columns: string) =>
  app.orm.em.fork().execute<HistoryRow[]>(epochStatement(columns), [1, 1, randomUUID(), randomUUID()])
const plain = () => read('e.singleton')
const checked = async () => {
  const { columns, check } = checkHistory(app)
  const [row] = await read(columns)
  if (row) check(row)
}
await time(plain)
await time(checked)
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  // Each goes first in every other round.
  const [first, second] = round % 2 === 0 ? [plain, checked] : [checked, plain]
  const took = new Map([[first, await time(first)]])
  took.set(second, await time(second))
  ratios.push((took.get(checked) ?? 0) / (took.get(plain) ?? 1))
}
process.stdout.write(`${median(ratios).toFixed(3)} times as long with the check, at most ${MOST}\n`)
if (!(median(ratios) <= MOST)) process.exitCode = 1
await server.stop()

/** Milliseconds of `STATEMENTS` in a row. */
async function time(statement: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (let count = 0; count < STATEMENTS; count += 1) await statement()
  return performance.now() - began
}
