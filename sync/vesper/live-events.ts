import type { Poke } from '../engine/protocol/poke.ts'
import type { Receipt } from '../engine/protocol/receipt.ts'
import type { FileStatus } from './api/files.ts'
import type { Comment, CommentObject } from './records/comment.ts'
import type { Message } from './records/message.ts'
import type { Order } from './records/order.ts'

/**
 * Every event on the socket, both ways. Events are hints and ephemera: what must not be lost travels through `/api/sync`.
 *
 * Rooms: `u:<userId>` (joined at login), `c:<conversationId>` (joined by `conversation:join`, participants only),
 * `o:<type>:<id>` (joined by `page:join`, accounts that may see the thing).
 */
export type ServerToClient = {
  /** A space of the viewer has a new version; the device pulls what is not in it. Sent to each member's user room. */
  'sync:poke': (poke: Poke) => void
  /** The next four go to the conversation's room. */
  'message:created': (message: Message) => void
  'message:deleted': (event: { _id: string; conversationId: string; text: string }) => void
  'conversation:read': (event: { conversationId: string; userId: string; seq: number }) => void
  'conversation:typing': (event: { conversationId: string; userId: string; typing: boolean }) => void
  /** About the other participant, to the conversation's room; also the answer to joining it. */
  presence: (event: { userId: string; online: boolean; lastSeenAt: string | null }) => void
  /** How far the processing of an own file is, at most once a second; to each of its owner's sockets. */
  'file:status': (event: FileProgress) => void
  /** The votes of a poll by option, and accounts that have voted; to pages that show them, at most once a second. */
  'poll:counts': (event: PollCounts) => void
  /** Somebody bought from the account; to each of its sockets. */
  'order:created': (event: Pick<Order, '_id' | 'number' | 'type' | 'tokens'>) => void
  /** The next four go to pages that show the comments on a thing. */
  'comment:created': (comment: ToldComment) => void
  'comment:edited': (comment: ToldComment) => void
  'comment:deleted': (event: CommentPlace) => void
  /** Its creator blocks the author of these, or blocks that person no more. */
  'comments:changed': (event: ChangedComments) => void
  /** A thing is shown no more, or again: its open pages look at it anew. A `performer` is told to whom that creator blocks. */
  'page:changed': (event: OpenPage | { type: 'performer'; id: string }) => void
  /** The session ended on the server (password changed, revoked); the socket closes. */
  'session:ended': () => void
}

export type ClientToServer = {
  /** Sent after connect and after every reconnect; answers whether the token holds. */
  login: (event: { token: string }, answer?: (result: { ok: boolean; message?: string }) => void) => void
  'conversation:join': (event: { conversationId: string }, answer?: (result: { ok: boolean }) => void) => void
  'conversation:leave': (event: { conversationId: string }) => void
  'conversation:typing': (event: { conversationId: string; typing: boolean }) => void
  /** A page shows a thing whose changes no device stores; `type` names its kind, such as `poll` by the id of its post. */
  'page:join': (event: OpenPage, answer?: (result: { ok: boolean }) => void) => void
  'page:leave': (event: OpenPage) => void
  /** The device has applied these versions: the other side learns that the messages have arrived. */
  'sync:taken': (event: Receipt, answer?: (result: { ok: boolean }) => void) => void
}

export type OpenPage = { type: 'poll' | CommentObject; id: string }

/** `areGone`: readers see these comments on a thing no more; else they see them again. */
export type ChangedComments = OpenPage & { commentIds: string[]; areGone: boolean }

export type CommentPlace = Pick<Comment, '_id' | 'objectType' | 'objectId' | 'parentId'>

/** Links to a photo are made for one viewer, so that all are told only that there is one. */
export type ToldComment = Omit<Comment, 'file'> & { hasFile: boolean }

export type PollCounts = { postId: string; votes: number[]; voters: number }

/** `progress`: percent, null while unknown and when the file is ready. */
export type FileProgress = { fileId: string } & Pick<FileStatus, 'status' | 'progress' | 'failure'>
