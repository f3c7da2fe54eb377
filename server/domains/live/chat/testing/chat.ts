import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { OPEN_CHAT, Stream } from '../../streams/entity.ts'
import { StreamMessage } from '../entity.ts'

type Server = Pick<TestServer, 'app'>

/** A live stream of a creator, without a room of an engine. */
export function makeStream({ app }: Server, creator: Person, given: Partial<Stream> = {}): Promise<Stream> {
  return transact(app, null, async ({ em, now }) =>
    em.create(Stream, {
      ...{ id: v7(), performerId: creator.id, kind: 'public', status: 'live', title: 'Live', access: 'public' },
      ...{ engine: 'none', node: 'test', startedAt: now, createdAt: now, updatedAt: now, chat: OPEN_CHAT },
      ...given,
    }),
  )
}

/** The chat of a stream in the database: its last number, and its lines in order. */
export async function chatOf({ app }: Server, id: string) {
  const em = app.orm.em.fork()
  const { chatSeq } = await em.findOneOrFail(Stream, { id })
  const rows = await em.find(StreamMessage, { streamId: id }, { orderBy: { seq: 'asc', createdAt: 'asc' } })
  return { seq: chatSeq, lines: rows.map(({ seq, text, state, senderId }) => ({ seq, text, state, senderId })) }
}
