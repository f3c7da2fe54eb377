// Writes over 200 spaces and on one hot space against plain inserts, a batch of one device, and an initial sync of
// 20,000 rows: `npm run bench -- server`, with --check to compare with sync.ratios.json, --store to keep this run's figures.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { v7 } from 'uuid'
import { sendMessage } from '../domains/talk/messages/commands.ts'
import { Message } from '../domains/talk/messages/entity.ts'
import { transact } from '../infra/database/transaction.ts'
import { converse, makePerson } from '../infra/sync/testing/person.ts'
import type { Person } from '../infra/sync/testing/person.ts'
import { TestDevice, textMutation } from '../infra/sync/testing/test-device.ts'
import { startBenchServer } from './bench-server.ts'
import { kindsBelow, slower, writesOf, writesPage } from './writes.ts'
import type { Ratios, Writes } from './writes.ts'

const SPACES = 200
const WRITERS = 16
const CONVERSATIONS = 400
const WINDOW = 50
/** Each kind of write in turn, so often, for so many seconds. */
const [ROUNDS, SECONDS] = [5, 2]

const options = new Set(process.argv.slice(2))
const server = await startBenchServer()
const fan = await makePerson(server, 'fan')
const conversations: string[] = []
for (let n = 0; n < CONVERSATIONS; n += 1) {
  conversations.push(await converse(server, fan, await makePerson(server, `creator_${n}`, true)))
}
/** Plain inserts a second in this run: the calibration of all figures. */
const plain = await measureWrites(fan, conversations.slice(0, SPACES))
await measureInitialSync(fan)
await measureBatch(fan, conversations[0] as string)
await server.stop()

async function measureWrites({ id: senderId, actor }: Person, spaces: readonly string[]): Promise<number> {
  let seq = 1_000_000
  const anywhere = () => spaces[Math.floor(Math.random() * SPACES)] as string
  const hot = () => spaces[0] as string
  const row = (conversationId: string) => ({ id: v7(), conversationId, seq: (seq += 1), senderId, text: 'bench' })
  const insert = (into: () => string) => {
    const { id, conversationId, seq, senderId, text } = row(into())
    return server.app.orm.em.fork().execute(
      `insert into message (id, conversation_id, seq, sender_id, text, is_deleted, created_at, updated_at)
       values (?, ?, ?, ?, ?, false, now(), now())`,
      [id, conversationId, seq, senderId, text],
    )
  }
  const track = (into: () => string) =>
    transact(server.app, actor, async ({ em }) => void em.create(Message, row(into())))
  const send = (into: () => string) =>
    transact(server.app, actor, (tx) =>
      sendMessage(tx, { _id: v7(), conversationId: into(), text: 'bench', fileIds: [] }),
    )
  const measure = () =>
    writesOf(
      {
        plain: () => insert(anywhere),
        tracked: () => track(anywhere),
        'tracked-hot': () => track(hot),
        sent: () => send(anywhere),
        'sent-hot': () => send(hot),
      },
      { rounds: ROUNDS, perSecond: (work) => tidy().then(() => perSecond(work)) },
    )
  const writes = await measure()
  process.stdout.write(writesPage(writes))
  if (options.has('--store')) {
    await writeFile(beside('sync.ratios.json'), `${JSON.stringify(writes.ratios, null, 2)}\n`)
    await writeFile(beside('RESULTS.md'), writesPage(writes))
  }
  if (options.has('--check')) await check(writes.ratios, measure)
  return writes.perSecond.plain
}

/** A kind of write fails when it is too slow twice: a busy machine disturbs one run. */
async function check(first: Ratios, measure: () => Promise<Writes>): Promise<void> {
  const stored = JSON.parse(await readFile(beside('sync.ratios.json'), 'utf8')) as Ratios
  const suspects = kindsBelow(stored, first)
  if (suspects.length === 0) return
  process.stdout.write(`Measuring again: ${suspects.join(', ')}\n`)
  const { ratios } = await measure()
  const worse = kindsBelow(stored, ratios).filter((kind) => suspects.includes(kind))
  for (const sentence of worse.map((kind) => slower(kind, stored, ratios))) process.stdout.write(`✗ ${sentence}\n`)
  if (worse.length > 0) process.exitCode = 1
}

/** Each kind of write finds the tables as the first one did, and the planner knows them. */
async function tidy(): Promise<void> {
  const em = server.app.orm.em.fork()
  await em.execute('delete from message where seq > 1000000')
  await em.execute(`delete from change where collection = 'messages'`)
  await em.execute('vacuum analyze')
}

function beside(name: string): string {
  return join(import.meta.dirname, name)
}

async function measureInitialSync(person: Person): Promise<void> {
  await fillWindows()
  const device = new TestDevice(server, person)
  const began = performance.now()
  let bytes = 0
  let answers = 0
  for (let more = true; more; answers += 1) {
    const { status, body, text } = await device.post(device.request())
    assert.equal(status, 200, text)
    bytes += text.length
    const answer = body as unknown as SyncResponse
    device.apply(answer)
    more = answer.more
  }
  const rows = device.all('messages').length + device.all('conversations').length + device.all('profiles').length
  const seconds = (performance.now() - began) / 1000
  report(`initial sync of ${rows} rows in ${answers} answers, ${(bytes / 1e6).toFixed(1)} MB`, rows / seconds, 'rows/s')
}

async function measureBatch(person: Person, conversationId: string): Promise<void> {
  const device = new TestDevice(server, person)
  await device.syncAll()
  const began = performance.now()
  for (let batch = 0; batch < 10; batch += 1) {
    const { outcomes } = await device.sync(Array.from({ length: 100 }, (_, n) => textMutation(conversationId, `${n}`)))
    assert.equal(outcomes.filter(({ status }) => status === 'applied').length, 100)
  }
  report('1,000 queued messages of one device, 100 a batch', 1_000_000 / (performance.now() - began), 'mutations/s')
}

/** Every conversation as if its newest 50 messages were all there is. */
async function fillWindows(): Promise<void> {
  const em = server.app.orm.em.fork()
  await em.execute('delete from message')
  await em.execute(
    `insert into message (id, conversation_id, seq, sender_id, text, is_deleted, created_at, updated_at)
     select gen_random_uuid(), c.id, n, ?, repeat('a message of ordinary length ', 3), false, now(), now()
     from conversation c, generate_series(1, ?) as n`,
    [fan.id, WINDOW],
  )
  await em.execute('update conversation set last_seq = ?', [WINDOW])
  await em.execute('vacuum analyze')
}

/** How often `work` is done in a second by all writers together. */
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

function report(what: string, figure: number, unit: string): void {
  const rounded = Math.round(figure).toLocaleString('en').padStart(8)
  process.stdout.write(`${what.padEnd(70)} ${rounded} ${unit}, ${(figure / plain).toFixed(2)} times plain inserts\n`)
}
