import { LockMode } from '@mikro-orm/core'
import { removeFilesOf } from '../../../content/release-files.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { lockStream } from '../streams/commands.ts'
import { rightOf } from '../streams/door.ts'
import type { Stream } from '../streams/entity.ts'
import { LINE } from './attachments.ts'
import { StreamMessage } from './entity.ts'
import { mayDelete } from './policy.ts'
import { asIfLive } from './readable-stream.ts'
import { moderatorsOf, standingIn } from './standings.ts'
import { tellChat, tellHeldGone } from './tell-chat.ts'
import { tellMode } from './tell-mode.ts'
import { noLine, notYourChat } from './texts.ts'
import { LINE_DELETED_TEXT } from './views.ts'

/** The line of a locked stream. Refuses as `not-found`. */
export async function lineIn(tx: Tx, { id: streamId }: Stream, id: string): Promise<StreamMessage> {
  const where = { id, streamId }
  const line = await tx.em.findOne(StreamMessage, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!line) throw noLine()
  return line
}

/** Takes the text and the photo from a line for good. Deleting again changes nothing. */
export async function deleteLine(tx: Tx, stream: Stream, line: StreamMessage): Promise<void> {
  if (line.state === 'deleted' || line.state === 'cleared') return
  const wasHeld = line.state === 'held'
  Object.assign(line, { state: 'deleted', text: LINE_DELETED_TEXT, fileId: null })
  await removeFilesOf(tx, { type: LINE, id: line.id })
  const wasPinned = stream.pinnedId === line.id
  if (wasPinned) stream.pinnedId = null
  await tx.flush()
  const { app, em } = tx
  if (wasHeld) {
    const userIds = [line.senderId, stream.performerId, ...(await moderatorsOf(em, stream.performerId))]
    return tx.afterCommit(() => tellHeldGone(app, stream.id, { id: line.id, userIds }))
  }
  tx.afterCommit(() => tellChat(app, stream.id, { deleted: [line.id] }))
  if (wasPinned) tx.afterCommit(() => tellMode(app, stream.id))
}

/** Takes all lines so far out of a chat. Held ones stay. */
export async function clearChat(tx: Tx, stream: Stream): Promise<void> {
  const { id: streamId, chatSeq: to } = stream
  const photos = await tx.em.find(StreamMessage, { streamId, seq: { $lte: to }, fileId: { $ne: null } })
  for (const { id } of photos) await removeFilesOf(tx, { type: LINE, id })
  await tx.em.execute(
    `update stream_message set state = 'cleared', text = ?, file_id = null
     where stream_id = ? and seq <= ? and state <> 'cleared'`,
    [LINE_DELETED_TEXT, streamId, to],
  )
  const wasPinned = stream.pinnedId != null
  stream.pinnedId = null
  tx.afterCommit(() => tellChat(tx.app, streamId, { clearedTo: to }))
  if (wasPinned) tx.afterCommit(() => tellMode(tx.app, streamId))
}

/**
 * Deletes the line with this id for its author, the creator or a moderator; false where no chat has such a line. Refuses as
 * `forbidden` others who may read it, and as `not-found` all others.
 */
export async function removeLine(tx: Tx, id: string): Promise<boolean> {
  const { userId } = requireActor(tx)
  const known = await tx.em.findOne(StreamMessage, { id })
  if (!known) return false
  const stream = await lockStream(tx, known.streamId)
  const isOwn = known.senderId === userId
  const door = await rightOf(tx, { userId, now: tx.now }, asIfLive(stream))
  if (!isOwn && door !== 'open') throw noLine()
  const { role } = await standingIn(tx.em, stream, { userId, now: tx.now })
  if (!mayDelete(role, { isOwn })) throw known.state === 'held' ? noLine() : notYourChat()
  await deleteLine(tx, stream, await lineIn(tx, stream, id))
  return true
}
