import { column, PowerSyncDatabase, Schema, Table, WASQLiteVFS } from '@powersync/web'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

/** As many as our own engine puts into one request. */
const BATCH = 100

const { text, integer } = column
const columns = {
  conversationId: text,
  seq: integer,
  senderId: text,
  text,
  isDeleted: integer,
  createdAt: text,
  updatedAt: text,
}

/** Rows that its service would write are in a table of the device alone; what is queued is in one that it sends from. */
const schema = new Schema({
  messages: new Table(columns, { localOnly: true, indexes: { newest: ['conversationId', 'seq'] } }),
  sent: new Table(columns, { insertOnly: true }),
})

type Row = Omit<Message, '_id' | 'isDeleted'> & { id: string; isDeleted: number }

const fields = Object.keys(columns)
const insertInto = (table: string) =>
  `insert into ${table} (id, ${fields.join()}) values (?, ${fields.map(() => '?').join()})`
const NEWEST = 'select * from messages where conversationId = ? order by seq desc limit ?'

/** PowerSync over SQLite in the origin's private file system, in a worker, as its guide recommends. */
export function powersync(line: Line): Engine {
  const db = new PowerSyncDatabase({
    schema,
    database: { dbFilename: 'bench.db', vfs: WASQLiteVFS.OPFSCoopSyncVFS, enableMultiTabs: false },
  })
  let version = 0
  const newest = async (conversationId: string, limit: number) =>
    (await db.getAll<Row>(NEWEST, [conversationId, limit])).map(messageOf)
  return {
    open: async () => void (await db.init()),
    async pull() {
      version = await line.eachPage(version, async ({ rows }) => {
        await db.writeTransaction((tx) => tx.executeBatch(insertInto('messages'), rows.map(valuesOf)))
      })
    },
    send: (message) =>
      db.writeTransaction(async (tx) => {
        await tx.execute(insertInto('messages'), valuesOf(message))
        await tx.execute(insertInto('sent'), valuesOf(message))
      }),
    edit: cannot,
    async replay() {
      for (let batch = await db.getCrudBatch(BATCH); batch; batch = await db.getCrudBatch(BATCH)) {
        const messages = batch.crud.map(({ id, opData }) => messageOf({ ...opData, id } as Row))
        await line.post('/mutations', { messages })
        await batch.complete()
      }
    },
    newest,
    watch(conversationId, limit, onRows) {
      const onResult = ({ rows }: { rows?: { _array: Row[] } }) => onRows((rows?._array ?? []).map(messageOf))
      db.watch(NEWEST, [conversationId, limit], { onResult } as never, { throttleMs: 1 })
    },
    settle: async () => {},
  }
}

function valuesOf({ _id, isDeleted, ...message }: Message): (string | number)[] {
  const row: Record<string, unknown> = { ...message, isDeleted: Number(isDeleted) }
  return [_id, ...fields.map((field) => row[field] as string | number)]
}

function messageOf({ id, isDeleted, ...row }: Row): Message {
  return { ...row, _id: id, isDeleted: isDeleted === 1 }
}
