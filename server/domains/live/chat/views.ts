import type { ChatMode, StreamMessage as StreamMessageView } from '@vesper/sync/vesper/api/live-streams.ts'
import type { App } from '../../../app.ts'
import { publicUrl, signedUrl } from '../../../infra/files/media/media-link.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import { keepsOrder } from './policy.ts'
import type { ChatRole } from './policy.ts'
import type { LineRow } from './queries.ts'

/** Stands in the place of a text that was deleted. */
export const LINE_DELETED_TEXT = 'Message deleted'

/** The reader of a line: an account, a visitor without one (null), or all who watch at once. */
export type Reader = { userId: string | null } | 'all'

/** A line of a chat for one reader, or for all. */
export function lineView(app: Pick<App, 'secret' | 'clock'>, line: LineRow, reader: Reader): StreamMessageView {
  const isGone = line.state === 'deleted' || line.state === 'cleared'
  const { id, streamId, seq, kind, senderId, name, username, avatarFileId, role, createdAt } = line
  return {
    ...{ _id: id, streamId, conversationId: streamId, seq: seq ?? 0, kind },
    sender: { _id: senderId, name, username, avatar: avatarUrl(avatarFileId), role },
    text: isGone ? LINE_DELETED_TEXT : line.text,
    replyTo: line.replyTo,
    photo: isGone ? null : photoOf(app, line, reader),
    ...{ tokens: line.tokens, item: line.item },
    ...{ isDeleted: isGone, isHeld: line.state === 'held', createdAt: new Date(createdAt).toISOString() },
  }
}

/** The rules of a chat as one role sees them: viewers learn no terms. */
export function modeView(
  role: ChatRole,
  { slowSeconds, followersMinutes, subscribersOnly, ...mode }: ChatMode,
): ChatMode {
  const blockedTerms = keepsOrder(role) ? mode.blockedTerms : []
  return { slowSeconds, followersMinutes, subscribersOnly, blockedTerms }
}

function photoOf(app: Pick<App, 'secret' | 'clock'>, line: LineRow, reader: Reader): StreamMessageView['photo'] {
  const { fileId, width, height } = line
  if (fileId === null) return null
  return { url: photoUrl(app, { ...line, fileId }, reader), width, height }
}

function photoUrl(
  app: Pick<App, 'secret' | 'clock'>,
  { fileId, isForAll }: { fileId: string; isForAll: boolean },
  reader: Reader,
): string | null {
  if (reader === 'all') return isForAll ? publicUrl(fileId, 'original') : null
  if (reader.userId === null) return publicUrl(fileId, 'original')
  return signedUrl(app.secret, { fileId, rendition: 'original', viewerId: reader.userId }, app.clock())
}
