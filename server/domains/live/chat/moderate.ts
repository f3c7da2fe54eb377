import type { ChatMode, ChatModeration } from '@vesper/sync/vesper/api/live-streams.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Source, Tx } from '../../../infra/database/transaction.ts'
import { changedChat } from '../streams/change-settings.ts'
import { lockStream } from '../streams/commands.ts'
import type { Stream } from '../streams/entity.ts'
import { clearChat, deleteLine, lineIn } from './commands.ts'
import type { StreamMessage } from './entity.ts'
import { keepsOrder } from './policy.ts'
import { readableStream } from './readable-stream.ts'
import { lift, setModerator, silence } from './silence.ts'
import { standingIn } from './standings.ts'
import { tellLines } from './tell-chat.ts'
import { tellModeAfter } from './tell-mode.ts'
import { noLine, notYourChat } from './texts.ts'

type Role = 'creator' | 'moderator'
type ModeChange = { [Field in keyof ChatMode]?: ChatMode[Field] | undefined }

/**
 * Keeps a chat in order, for its creator and moderators. Each change is told after the commit. Refuses as `not-found` a
 * stream that the actor may not know of, and a line or an account that is not there; as `forbidden` all others, and what a
 * moderator may not do.
 */
export async function moderate(app: App, actor: Actor, order: ChatModeration): Promise<void> {
  await transact(app, actor, async (tx) => {
    const { stream, role } = await keptChat(tx, actor, order.streamId)
    await carryOut(tx, stream, { role, order })
  })
}

/** The stream under its lock, and the role of the actor. Refuses whoever does not keep its chat in order. */
export async function keptChat(tx: Tx, { userId }: Actor, streamId: string): Promise<{ stream: Stream; role: Role }> {
  const { role } = await ownChat(tx, streamId, { userId, now: tx.now })
  return { stream: await lockStream(tx, streamId), role }
}

/** The same without the lock, to read. */
export async function ownChat(
  source: Source,
  streamId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<{ stream: Stream; role: Role }> {
  const stream = await readableStream(source, streamId, { userId, now })
  const { role } = await standingIn(source.em, stream, { userId, now })
  if (role === 'viewer' || !keepsOrder(role)) throw notYourChat()
  return { stream, role }
}

/** Changes the rules of a chat, and the line that is pinned; null takes the pin away. */
export async function changeChat(
  tx: Tx,
  stream: Stream,
  { chat, pinnedId }: { chat?: ModeChange | undefined; pinnedId?: string | null | undefined },
): Promise<void> {
  const before = stream.chat
  if (pinnedId != null && (await lineIn(tx, stream, pinnedId)).state !== 'shown') throw noLine()
  if (pinnedId !== undefined) stream.pinnedId = pinnedId
  if (chat !== undefined) stream.chat = changedChat(stream.chat, chat)
  stream.version += 1
  await tx.flush()
  tellModeAfter(tx, stream, before)
}

async function carryOut(tx: Tx, stream: Stream, { role, order }: { role: Role; order: ChatModeration }): Promise<void> {
  switch (order.action) {
    case 'delete':
      return deleteLine(tx, stream, await lineIn(tx, stream, order.messageId))
    case 'clear':
      return clearChat(tx, stream)
    case 'pin':
      return changeChat(tx, stream, { pinnedId: order.messageId })
    case 'mode':
      return changeChat(tx, stream, { chat: order.chat })
    case 'approve':
      return approve(tx, stream, await lineIn(tx, stream, order.messageId))
    case 'timeout':
      return silence(tx, stream, { ...order, role })
    case 'ban':
      return silence(tx, stream, { ...order, seconds: null, role })
    case 'unban':
      return lift(tx, stream, { ...order, role })
    case 'moderator':
      return setModerator(tx, stream, { ...order, role })
  }
}

/** Gives a held line its number, and with it its place among the lines of now. One that is shown already stays. */
async function approve(tx: Tx, stream: Stream, line: StreamMessage): Promise<void> {
  if (line.state === 'shown') return
  if (line.state !== 'held') throw noLine()
  stream.chatSeq += 1
  Object.assign(line, { state: 'shown', seq: stream.chatSeq })
  tx.afterCommit(() => tellLines(tx.app, stream.id, [line.id]))
}
