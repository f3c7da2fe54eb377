// Tips to many creators and to one, over 16 connections, against BEGIN, a guarded UPDATE, an INSERT and COMMIT in the same run:
// `npm run bench -- money`. A row of a table of its own stands for the wallet, so that the base does what any payment has to.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { compareRatios } from '@vesper/sync/bench/compare-ratios.ts'
import { median } from '@vesper/sync/bench/statistics.ts'
import pg from 'pg'
import { tip } from '../domains/money/money/charges/tip.ts'
import { brokenRules, fillWallet } from '../domains/money/money/testing/books.ts'
import { transact } from '../infra/database/transaction.ts'
import { makePerson } from '../infra/sync/testing/person.ts'
import type { Person } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'

const [WRITERS, FANS, CREATORS, ROUNDS, SECONDS] = [16, 64, 40, 5, 2]
const TOKENS = 10

const server = await startBenchServer()
const pool = new pg.Pool({ connectionString: server.app.config.databaseUrl ?? '', max: WRITERS })
const fans = await people(FANS, 'fan')
const creators = await people(CREATORS, 'creator')
for (const { id } of fans) await fillWallet(server, id, { paid: 10_000_000 })
await pool.query(`create table bench_purse (id int primary key, balance bigint not null check (balance >= 0))`)
await pool.query('create table bench_sale (id uuid primary key, purse int not null, tokens int not null)')
await pool.query('insert into bench_purse select n, 1000000000 from generate_series(0, $1) as n', [FANS - 1])

const kinds: Record<'base' | 'many' | 'hot', () => Promise<unknown>> = {
  base,
  many: () => give(any(creators)),
  hot: () => give(creators[0]),
}
const worse = await compareRatios({ file: join(import.meta.dirname, 'money.ratios.json'), measure })
const broken = await brokenRules(server)
for (const sentence of [...worse, ...broken.map((rule) => `broken rule of the books: ${JSON.stringify(rule)}`)]) {
  process.stdout.write(`✗ ${sentence}\n`)
  process.exitCode = 1
}
await pool.end()
await server.stop()

/** Times that a tip takes in relation to the base. */
async function measure(): Promise<Record<string, number>> {
  const samples = { base: [] as number[], many: [] as number[], hot: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['base', 'many', 'hot'] as const) samples[kind].push(await perSecond(kinds[kind]))
  }
  const [bare, many, hot] = [median(samples.base), median(samples.many), median(samples.hot)]
  const lines = [
    `BEGIN, guarded UPDATE, INSERT, COMMIT   ${Math.round(bare)} a second`,
    `tips to ${CREATORS} creators   ${Math.round(many)} a second`,
    `tips to one creator   ${Math.round(hot)} a second`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return { 'tips-many': bare / many, 'tips-hot': bare / hot }
}

async function base(): Promise<void> {
  const purse = Math.floor(Math.random() * FANS)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('update bench_purse set balance = balance - $2 where id = $1 and balance >= $2', [purse, TOKENS])
    await client.query('insert into bench_sale (id, purse, tokens) values ($1, $2, $3)', [randomUUID(), purse, TOKENS])
    await client.query('commit')
  } finally {
    client.release()
  }
}

function give(to: Person | undefined): Promise<unknown> {
  const wanted = { _id: randomUUID(), performerId: to?.id ?? '', tokens: TOKENS, message: '' }
  return transact(server.app, any(fans)?.actor ?? null, (tx) => tip(tx, wanted))
}

function any<One>(list: readonly One[]): One | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

async function people(number: number, name: string): Promise<Person[]> {
  const made: Person[] = []
  for (let n = 0; n < number; n += 1) made.push(await makePerson(server, `${name}_${n}`, name === 'creator'))
  return made
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (; performance.now() < end; done += 1) await work()
    }),
  )
  return done / SECONDS
}
