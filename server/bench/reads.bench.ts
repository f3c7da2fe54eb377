// Answers a second of the calls that screens wait for, on a filled database with 16 readers, beside the very statements that
// each call sends, without the server: `npm run bench -- reads`. `--only=<name>` measures one call. Fails when the
// statements alone are more than RATIO_MAX times as fast as the call, twice.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { startBenchServer } from './bench-server.ts'
import { fillReads } from './reads/fill-reads.ts'
import type { Filled } from './reads/fill-reads.ts'
import type { Asked } from './reads/http-readers.ts'
import { bareRate, statementsOf, watchStatements } from './reads/statements.ts'

const [READERS, SECONDS, RATIO_MAX] = [16, 3, 3]

type Call = { name: string; path: string; token: string | null }

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)

watchStatements()
const server = await startBenchServer({ jobs: 'off' })
const began = performance.now()
const calls = callsOf(await fillReads(server)).filter(({ name }) => only === undefined || name.includes(only))
process.stdout.write(`filled in ${Math.round((performance.now() - began) / 1000)} s\n`)
const readers = new Worker(new URL('reads/http-readers.ts', import.meta.url))
const slow: Call[] = []
for (const call of calls) if ((await ratioOf(call)) > RATIO_MAX) slow.push(call)
if (slow.length > 0) process.stdout.write('Measuring again:\n')
for (const call of slow)
  if ((await ratioOf(call)) > RATIO_MAX) fail(`${call.name} costs over ${RATIO_MAX} times its SQL`)
await readers.terminate()
await server.stop()

function callsOf({ fan, seller, creatorId, postId, conversationId }: Filled): Call[] {
  const feed = `/user/feeds/search/${creatorId}`
  const rows: [name: string, path: string, token?: string][] = [
    ['settings', '/settings/public'],
    ['users/me', '/users/me', fan.token],
    ['home feed', '/user/feeds', fan.token],
    ['feed as visitor', feed],
    ['feed as fan', feed, fan.token],
    ['latest posts', '/user/feeds/latest'],
    ['creators top', '/performers/top', fan.token],
    ['creators random', '/performers/search/random', fan.token],
    ['creators search', '/performers/user/search?q=creator', fan.token],
    ['posts search', '/search?in=posts&q=words', fan.token],
    ['products', '/performer-assets/products/search', fan.token],
    ['comments', `/comments?objectType=feed&objectId=${postId}`, fan.token],
    ['notifications', '/notifications', fan.token],
    ['wallet history', '/wallet/charges/search', fan.token],
    ['earnings', '/performer/earning/stats', seller.token],
    ['statistics', '/performer/statistics', seller.token],
    ['orders', '/orders/search', seller.token],
    ['conversations', '/conversations', fan.token],
    ['messages', `/messages/conversations/${conversationId}`, fan.token],
  ]
  return rows.map(([name, path, token = null]) => ({ name, path, token }))
}

/** How many times as fast as the call its statements alone are. */
async function ratioOf({ name, path, token }: Call): Promise<number> {
  await ask(path, token)
  const statements = await statementsOf(() => ask(path, token))
  const called = await callRate({ path, token })
  const given = { readers: READERS, ms: SECONDS * 1000 }
  const bare = statements.length === 0 ? called : await bareRate(server.app.config.databaseUrl ?? '', statements, given)
  const figures = [called, bare].map((rate) => Math.round(rate).toString().padStart(7))
  const ratio = bare / called
  process.stdout.write(
    `${name.padEnd(18)} ${figures.join(' ')} a second bare, ${ratio.toFixed(1).padStart(5)} times, ${statements.length} statements\n`,
  )
  return ratio
}

async function ask(path: string, token: string | null): Promise<void> {
  const answer = await fetch(`${server.url}/api${path}`, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  assert.equal(answer.status, 200, `${path}: ${await answer.text()}`)
}

async function callRate({ path, token }: Pick<Call, 'path' | 'token'>): Promise<number> {
  const asked: Asked = { port: Number(new URL(server.url).port), path, token, readers: READERS, ms: SECONDS * 1000 }
  const answered = once(readers, 'message') as Promise<[{ answers: number; failure?: string }]>
  readers.postMessage(asked)
  const [{ answers, failure }] = await answered
  if (failure !== undefined) throw new Error(failure)
  return answers / SECONDS
}

function fail(sentence: string): void {
  process.stdout.write(`✗ ${sentence}\n`)
  process.exitCode = 1
}
