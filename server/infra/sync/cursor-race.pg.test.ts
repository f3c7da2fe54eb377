import { setTimeout as sleep } from 'node:timers/promises'
import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Message } from '../../domains/talk/messages/entity.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { converse, makePerson } from './testing/person.ts'
import { TestDevice } from './testing/test-device.ts'

const ROWS = 20_000
const WRITERS = 16
const SPACES = 8
const ROWS_AT_ONCE = 10
const LONGEST_MS = 8
const ROLLED_BACK = 0.1

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

class RollBack extends Error {}

test(
  '[PULL-5] 16 writers, 20,000 rows: a pull misses none, a sequence as the cursor does',
  { timeout: 120_000 },
  async () => {
    const fan = await makePerson(server, 'fan')
    const conversations: string[] = []
    for (let n = 0; n < SPACES; n += 1) {
      conversations.push(await converse(server, fan, await makePerson(server, `creator_${n}`, true)))
    }
    await server.app.orm.em.fork().execute('create table naive (seq bigserial primary key, id uuid not null)')

    const device = new TestDevice(server, fan)
    await device.syncAll()
    const committed = new Set<string>()
    const writers = Promise.all(
      Array.from({ length: WRITERS }, (_, n) => write({ conversations, sender: fan.id, committed, first: n })),
    )
    const over = { writers: false }
    const pulled = pullWhile(() => !over.writers, device)
    const naive = readNaively(() => !over.writers)
    await writers
    over.writers = true

    expect(committed.size).toBeGreaterThanOrEqual(ROWS)
    expect(difference(committed, await pulled)).toBe(0)
    expect(difference(await pulled, committed)).toBe(0)
    // The same rows, the same moments: this is what the versions are for.
    expect(difference(committed, await naive)).toBeGreaterThan(0)
  },
)

/** Transactions of random length and size over the spaces, each writing both kinds of change log. */
async function write(given: { conversations: string[]; sender: string; committed: Set<string>; first: number }) {
  const { conversations, sender, committed, first } = given
  for (let seq = first; committed.size < ROWS;) {
    const ids = Array.from({ length: 1 + Math.floor(Math.random() * ROWS_AT_ONCE) }, () => v7())
    try {
      await transact(server.app, null, async (tx) => {
        for (const id of ids) {
          const conversationId = conversations[Math.floor(Math.random() * SPACES)] as string
          tx.em.create(Message, { id, conversationId, seq: (seq += WRITERS), senderId: sender, text: 'row' })
        }
        await tx.em.flush()
        await tx.em.execute(`insert into naive (id) select unnest(?::uuid[])`, [`{${ids.join()}}`])
        await tx.em.execute('select pg_sleep(?)', [(Math.random() * LONGEST_MS) / 1000])
        if (Math.random() < ROLLED_BACK) throw new RollBack()
      })
      for (const id of ids) committed.add(id)
    } catch (error) {
      if (!(error instanceof RollBack)) throw error
    }
  }
}

/** Every message that the device was ever sent, once nothing more is written and nothing more comes. */
async function pullWhile(isWriting: () => boolean, device: TestDevice): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let isLast = false; !isLast;) {
    isLast = !isWriting()
    const { spaces, more } = await device.sync()
    isLast &&= !more
    for (const { rows, reset } of spaces) {
      expect(reset).toBe(false)
      for (const { collection, value } of rows) {
        if (collection === 'messages') seen.add((value as MessageRecord)._id)
      }
    }
  }
  return seen
}

/** The log that seems to do: everything after the highest number seen. */
async function readNaively(isWriting: () => boolean): Promise<Set<string>> {
  const em = server.app.orm.em.fork()
  const seen = new Set<string>()
  let last = '0'
  for (let isLast = false; !isLast;) {
    isLast = !isWriting()
    const rows = await em.execute<{ seq: string; id: string }[]>(
      'select seq, id from naive where seq > ? order by seq',
      [last],
    )
    for (const { id } of rows) seen.add(id)
    last = rows.at(-1)?.seq ?? last
    if (!isLast) await sleep(2)
  }
  return seen
}

function difference(all: ReadonlySet<string>, some: ReadonlySet<string>): number {
  return [...all].filter((id) => !some.has(id)).length
}
