import { Events, makeSchema, Schema, State } from '@livestore/livestore'

const { text, integer } = State.SQLite

export const messages = State.SQLite.table({
  name: 'messages',
  columns: {
    _id: text({ primaryKey: true }),
    conversationId: text(),
    seq: integer(),
    senderId: text(),
    text: text(),
    isDeleted: State.SQLite.boolean(),
    createdAt: text(),
    updatedAt: text(),
  },
  indexes: [{ name: 'newest', columns: ['conversationId', 'seq'] }],
})

const Message = Schema.Struct({
  _id: Schema.String,
  conversationId: Schema.String,
  seq: Schema.Number,
  senderId: Schema.String,
  text: Schema.String,
  isDeleted: Schema.Boolean,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

/** A message of this device, and an answer of the server as one event: there is no server of its kind. */
export const events = {
  sent: Events.synced({ name: 'v1.Sent', schema: Message }),
  brought: Events.clientOnly({ name: 'v1.Brought', schema: Schema.Struct({ rows: Schema.Array(Message) }) }),
}

const materializers = State.SQLite.materializers(events, {
  'v1.Sent': (message) => messages.insert(message),
  'v1.Brought': ({ rows }) => rows.map((row) => messages.insert(row).onConflict('_id', 'replace')),
})

export const schema = makeSchema({ events, state: State.SQLite.makeState({ tables: { messages }, materializers }) })
