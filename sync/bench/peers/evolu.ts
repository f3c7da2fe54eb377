import { createEvolu, createIdFromString, id, NonNegativeInt, SimpleName, String } from '@evolu/common'
import { evoluWebDeps } from '@evolu/web'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

/** It has columns of its own for a row's times, and for its deletion. */
const schema = {
  messages: {
    id: id('Message'),
    messageId: String,
    conversationId: String,
    seq: NonNegativeInt,
    senderId: String,
    text: String,
    sentAt: String,
    changedAt: String,
  },
}

type Row = { messageId: string | null; conversationId: string | null; seq: number | null; senderId: string | null } & {
  text: string | null
  sentAt: string | null
  changedAt: string | null
}

/** Evolu over SQLite in the origin's private file system, in a worker, without its relay. */
export function evolu(line: Line): Engine {
  const evolu = createEvolu(evoluWebDeps)(schema, {
    name: SimpleName.orThrow('bench'),
    transports: [],
    indexes: (create) => [create('newest').on('messages').columns(['conversationId', 'seq'])],
  })
  let version = 0
  const write = (rows: readonly Message[]) =>
    new Promise<void>((onComplete) => {
      for (const [index, row] of rows.entries()) {
        evolu.upsert('messages', keptOf(row), index === rows.length - 1 ? { onComplete } : {})
      }
    })
  const query = (conversationId: string, limit: number) =>
    evolu.createQuery((db) =>
      db
        .selectFrom('messages')
        .select(['messageId', 'conversationId', 'seq', 'senderId', 'text', 'sentAt', 'changedAt'])
        .where('conversationId', '=', conversationId as never)
        .orderBy('seq', 'desc')
        .limit(limit),
    )
  return {
    open: async () => void (await evolu.appOwner),
    async pull() {
      version = await line.eachPage(version, ({ rows }) => write(rows))
    },
    send: (message) => write([message]),
    edit: cannot,
    replay: cannot,
    newest: async (conversationId, limit) => (await evolu.loadQuery(query(conversationId, limit))).map(messageOf),
    watch(conversationId, limit, onRows) {
      const watched = query(conversationId, limit)
      evolu.subscribeQuery(watched)(() => onRows(evolu.getQueryRows(watched).map(messageOf)))
      void evolu.loadQuery(watched)
    },
    settle: async () => {},
  }
}

function keptOf({ _id, conversationId, seq, senderId, text, createdAt, updatedAt }: Message) {
  const times = { sentAt: createdAt, changedAt: updatedAt }
  return {
    id: createIdFromString<'Message'>(_id),
    messageId: _id,
    conversationId,
    seq,
    senderId,
    text,
    ...times,
  } as never
}

function messageOf({ messageId, sentAt, changedAt, ...row }: Row): Message {
  return { ...row, _id: messageId, createdAt: sentAt, updatedAt: changedAt, isDeleted: false } as Message
}
