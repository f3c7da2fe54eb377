import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { GoLiveBody, StreamChange } from '@vesper/sync/vesper/api/live-streams.ts'
import { v7 } from 'uuid'
import type * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { changedChat } from './change-settings.ts'
import { beginStream, endStream, lockStream, noStream } from './commands.ts'
import { Stream, StreamSettings } from './entity.ts'
import { settingsView } from './views.ts'

/**
 * Begins a stream of the actor with what is given, and else with the settings; the same id again is the same stream. Refuses
 * as `beginStream`.
 */
export async function goLive(
  tx: Tx,
  { _id, kind, title, access, price }: v.InferOutput<typeof GoLiveBody>,
): Promise<{ stream: Stream; isNew: boolean }> {
  const { userId: performerId } = requireActor(tx)
  // A second call of the same moment finds the stream of the first one.
  await lock(tx, 'streams', performerId)
  const id = _id ?? v7()
  const isNew = (await tx.em.count(Stream, { id })) === 0
  const settings = settingsView(await tx.em.findOne(StreamSettings, { performerId }))
  const chosen = kind === 'group' ? 'public' : (access ?? settings.access)
  const stream = await beginStream(tx, {
    ...{ id, performerId, kind, title, access: chosen, record: settings.record },
    price: chosen === 'paid' ? (price ?? settings.price) : null,
    rate: kind === 'group' ? settings.groupRate : null,
  })
  return { stream, isNew }
}

/**
 * Changes a stream of the actor, or ends it: ended again, it stays as it is. Refuses as `not-found` that of another, as
 * `conflict` one that has ended or has changed since it was seen.
 */
export async function changeStream(
  tx: Tx,
  { id, ...change }: { id: string } & v.InferOutput<typeof StreamChange>,
): Promise<Stream> {
  const stream = await lockOwn(tx, id)
  const { version, title, chat, status } = change
  const isEdit = title !== undefined || chat !== undefined
  if (status === 'ended' && !isEdit) return endStream(tx, { id, reason: 'performer' })
  if (stream.status === 'ended') throw new Refusal('conflict', 'The stream is over.')
  if (version !== stream.version) {
    throw new Refusal('conflict', 'This stream was changed on another device. Look at it again.', [
      { path: 'version', message: String(stream.version) },
    ])
  }
  if (title !== undefined) stream.title = title
  if (chat !== undefined) stream.chat = changedChat(stream.chat, chat)
  stream.version += 1
  await tx.flush()
  return status === 'ended' ? endStream(tx, { id, reason: 'performer' }) : stream
}

async function lockOwn(tx: Tx, id: string): Promise<Stream> {
  const stream = await lockStream(tx, id)
  if (stream.performerId !== requireActor(tx).userId) throw noStream()
  return stream
}
