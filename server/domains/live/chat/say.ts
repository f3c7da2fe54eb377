import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { inTurn } from '../../../infra/concurrency/in-turn.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { noStream } from '../streams/commands.ts'
import { Stream } from '../streams/entity.ts'
import type { StoredLine } from './add-lines.ts'
import { StreamMessage } from './entity.ts'
import { closedTo } from './readable-stream.ts'
import { enqueue } from './say-queue.ts'

export type SaidMessage = { streamId: string; _id: string; text: string; replyTo: string | null; fileId: string | null }

/**
 * Says something in the chat of a stream, over the socket or by REST; resolves once it is stored. Messages of one sender are
 * stored in the order in which they came. The same `_id` again is the same line, also for somebody who may not write any
 * more. Refusals: `not-found`, those of the door, `forbidden` for whoever is silenced, `rate-limited`, `conflict` for a stream
 * that is over and a text for the third time.
 */
export async function say(app: App, actor: Actor, said: SaidMessage): Promise<StoredLine> {
  // The look at the door may take longer for a message than for the next one: each waits for the one before.
  const { stored } = await inTurn(`say:${said.streamId}:${actor.userId}`, () => queueLine(app, actor, said))
  return stored
}

/** Resolves once the message has its place in the queue; `stored` is what becomes of it. */
async function queueLine(
  app: App,
  actor: Actor,
  { streamId, ...said }: SaidMessage,
): Promise<{ stored: Promise<StoredLine> }> {
  const em = app.orm.em.fork()
  const stream = await em.findOne(Stream, { id: streamId })
  if (!stream) throw noStream()
  const door = await closedTo({ app, em }, stream, { userId: actor.userId, now: app.clock() })
  const line = { ...said, senderId: actor.userId }
  const refusal = door ?? (await pausedFor(app, em, actor))
  if (!refusal) return { stored: enqueue(app, { streamId, line, actor }) }
  const known = await em.findOne(StreamMessage, { id: said._id, streamId, senderId: actor.userId, text: said.text })
  if (!known) throw refusal
  return { stored: Promise.resolve({ id: known.id, seq: known.seq ?? null, isNew: false }) }
}

/** The refusal of somebody whom staff keep from commenting; null for all others. */
async function pausedFor(app: App, em: SqlEntityManager, { userId }: Actor): Promise<Refusal | null> {
  try {
    await requireUnrestricted({ em, now: app.clock() }, userId, 'comment')
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
