import type { StreamConversation } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { Stream } from '../streams/entity.ts'
import { countLines, linesById } from './queries.ts'
import { standingIn } from './standings.ts'
import { lineView, modeView } from './views.ts'

/** The chat of a stream for one viewer; null for a visitor without an account. */
export async function conversationView(
  { app, em }: Source,
  stream: Stream,
  userId: string | null,
): Promise<StreamConversation> {
  const { id, performerId, status, chat, pinnedId } = stream
  const { role } =
    userId === null ? { role: 'viewer' as const } : await standingIn(em, stream, { userId, now: app.clock() })
  const [pinned] = pinnedId == null ? [] : await linesById(em, [pinnedId])
  return {
    ...{ _id: id, streamId: id, performerId, status, chat: modeView(role, chat) },
    pinned: pinned?.state === 'shown' ? lineView(app, pinned, { userId }) : null,
    total: await countLines(em, id),
  }
}
