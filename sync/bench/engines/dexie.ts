import { Dexie, liveQuery } from 'dexie'
import type { Table } from 'dexie'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'
import type { Engine } from './engine.ts'

type Queued = { order?: number; name: 'send' | 'edit'; message: Message }
type Database = Dexie & {
  messages: Table<Message, string>
  outbox: Table<Queued, number>
  meta: Table<{ key: string; value: number }, string>
}

/** As many as our own engine puts into one request. */
const BATCH = 100

/**
 * The floor: Dexie alone, with the least that somebody would write by hand. It notices no conflict, no second tab and no
 * answer that got lost.
 */
export function dexieEngine(line: Line): Engine {
  const db = new Dexie('bench-dexie', { cache: 'disabled' }) as Database
  db.version(1).stores({ messages: '_id, [conversationId+seq]', outbox: '++order', meta: 'key' })
  const newest = (conversationId: string, limit: number) =>
    db.messages
      .where('[conversationId+seq]')
      .between([conversationId, Dexie.minKey], [conversationId, Dexie.maxKey])
      .reverse()
      .limit(limit)
      .toArray()
  const queue = (name: Queued['name'], message: Message) =>
    db.transaction('rw', db.messages, db.outbox, async () => {
      await db.messages.put(message)
      await db.outbox.add({ name, message })
    })
  return {
    open: async () => void (await db.open()),
    newest,
    send: (message) => queue('send', message),
    edit: (message, text) => queue('edit', { ...message, text }),
    watch: (conversationId, limit, onRows) => void liveQuery(() => newest(conversationId, limit)).subscribe(onRows),
    settle: async () => {},
    async pull() {
      const since = (await db.meta.get('version'))?.value ?? 0
      await line.eachPage(since, ({ rows, version }) => takeIn(db, rows, version))
    },
    async replay() {
      for (;;) {
        const queued = await db.outbox.orderBy('order').limit(BATCH).toArray()
        if (queued.length === 0) return
        const { rows } = await line.post<{ rows: Message[] }>('/mutations', { messages: queued.map((q) => q.message) })
        await db.transaction('rw', db.messages, db.outbox, async () => {
          await db.messages.bulkPut(rows)
          await db.outbox.bulkDelete(queued.map(({ order }) => order as number))
        })
      }
    },
  }
}

/** The server's rows, with what is queued on top. */
async function takeIn(db: Database, rows: Message[], version: number): Promise<void> {
  await db.transaction('rw', db.messages, db.outbox, db.meta, async () => {
    const edits = new Map((await db.outbox.toArray()).map(({ message }) => [message._id, message.text]))
    const shown = rows.map((row) => (edits.has(row._id) ? { ...row, text: edits.get(row._id) ?? row.text } : row))
    await db.messages.bulkPut(shown)
    await db.meta.put({ key: 'version', value: version })
  })
}
