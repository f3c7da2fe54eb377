import { createRxDatabase } from 'rxdb/plugins/core'
import type { RxCollection, RxJsonSchema } from 'rxdb/plugins/core'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line, RowsAnswer } from '../in-page/line.ts'
import type { Message } from '../message.ts'

/** As many as our own engine puts into one request. */
const BATCH = 100

const id = { type: 'string', maxLength: 36 } as const
const time = { type: 'string', maxLength: 24 } as const

const schema: RxJsonSchema<Message> = {
  version: 0,
  primaryKey: '_id',
  type: 'object',
  properties: {
    _id: id,
    conversationId: id,
    seq: { type: 'integer', minimum: 0, maximum: 2 ** 42, multipleOf: 1 },
    senderId: id,
    text: { type: 'string' },
    isDeleted: { type: 'boolean' },
    createdAt: time,
    updatedAt: time,
  },
  required: ['_id', 'conversationId', 'seq', 'senderId', 'text', 'isDeleted', 'createdAt', 'updatedAt'],
  indexes: [['conversationId', 'seq']],
}

/** RxDB over its Dexie storage, the one that is free, with its own replication. */
export function rxdb(line: Line): Engine {
  let messages: RxCollection<Message>
  const query = (conversationId: string, limit: number) =>
    messages.find({ selector: { conversationId }, sort: [{ seq: 'desc' }], limit })
  return {
    async open() {
      const database = await createRxDatabase({ name: 'bench-rxdb', storage: getRxStorageDexie() })
      messages = (await database.addCollections({ messages: { schema } })).messages as RxCollection<Message>
    },
    pull: () => replicate(messages, line, 'pull'),
    replay: () => replicate(messages, line, 'push'),
    send: async (message) => void (await messages.insert(message)),
    edit: cannot,
    async newest(conversationId, limit) {
      return (await query(conversationId, limit).exec()).map((found) => found.toMutableJSON())
    },
    watch(conversationId, limit, onRows) {
      query(conversationId, limit).$.subscribe((found) => onRows(found.map((document) => document.toMutableJSON())))
    },
    settle: async () => {},
  }
}

async function replicate(collection: RxCollection<Message>, line: Line, way: 'pull' | 'push'): Promise<void> {
  const replication = replicateRxCollection<Message, { version: number }>({
    collection,
    replicationIdentifier: 'bench',
    live: false,
    ...(way === 'pull' && { pull: { batchSize: 2_000, handler: (checkpoint) => pullPage(line, checkpoint) } }),
    ...(way === 'push' && {
      push: {
        batchSize: BATCH,
        async handler(changed) {
          await line.post('/mutations', { messages: changed.map(({ newDocumentState }) => newDocumentState) })
          return []
        },
      },
    }),
  })
  await replication.awaitInitialReplication()
  await replication.cancel()
}

async function pullPage(line: Line, checkpoint: { version: number } | undefined) {
  const { rows, version } = await line.post<RowsAnswer>('/rows', { since: checkpoint?.version ?? 0 })
  return { documents: rows.map((row) => ({ ...row, _deleted: false })), checkpoint: { version } }
}
