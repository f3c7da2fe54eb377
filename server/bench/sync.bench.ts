// Writes over 200 spaces against plain inserts, a batch of one device, and an initial sync of 20,000 rows.
import assert from 'node:assert/strict'
import type { SyncResponse } from '@vesper/sync/protocol/sync-response.ts'
import { v7 } from 'uuid'
import { transact } from '../database/transaction.ts'
import { Message } from '../messages/entity.ts'
import { sendMessage } from '../messages/commands.ts'
import { converse, makePerson } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'
import { TestDevice, textMutation } from '../sync/testing/test-device.ts'
import { startBenchServer } from './bench-server.ts'

const SPACES = 200
const WRITERS = 16
const SECONDS = 5
const CONVERSATIONS = 400
const WINDOW = 50

const server = await startBenchServer()
const fan = await makePerson(server, 'fan')
const conversations: string[] = []
for (let n = 0; n < CONVERSATIONS; n += 1) {
  conversations.push(await converse(server, fan, await makePerson(server, `creator_${n}`, true)))
}
await measureWrites(fan, conversations.slice(0, SPACES))
await measureInitialSync(fan)
await measureBatch(fan, conversations[0] as string)
await server.stop()

async function measureWrites({ id: senderId, actor }: Person, spaces: readonly string[]): Promise<void> {
  let seq = 1_000_000
  const row = () => ({
    id: v7(),
    conversationId: spaces[seq % SPACES] as string,
    seq: (seq += 1),
    senderId,
    text: 'bench',
  })
  const plain = await perSecond(async () => {
    const { id, conversationId, seq, senderId, text } = row()
    await server.app.orm.em.fork().execute(
      `insert into message (id, conversation_id, seq, sender_id, text, is_deleted, created_at, updated_at)
       values (?, ?, ?, ?, ?, false, now(), now())`,
      [id, conversationId, seq, senderId, text],
    )
  })
  const tracked = await perSecond(() => transact(server.app, actor, async ({ em }) => void em.create(Message, row())))
  await server.app.orm.em.fork().execute('delete from message where seq > 1000000')
  await server.app.orm.em.fork().execute(`delete from change where collection = 'messages'`)
  await server.app.orm.em.fork().execute('vacuum analyze')
  const sent = await perSecond(() => {
    const conversationId = spaces[Math.floor(Math.random() * SPACES)] as string
    return transact(server.app, actor, (tx) =>
      sendMessage(tx, { _id: v7(), conversationId, text: 'bench', fileIds: [] }),
    )
  })
  report('plain inserts, 16 writers', plain, 'tx/s')
  report('the same through transact(), 200 spaces', tracked, 'tx/s')
  report('sendMessage, 200 conversations', sent, 'tx/s')
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
  process.stdout.write(`${what.padEnd(70)} ${Math.round(figure).toLocaleString('en').padStart(8)} ${unit}\n`)
}
