import type { Poke } from '../engine/protocol/poke.ts'
import type { Receipt } from '../engine/protocol/receipt.ts'
import type { FileStatus } from './api/files.ts'
import type { Show } from './api/live-shows.ts'
import type { ChatMode, ChatModeration, ChatStanding, Stream, StreamMessage, StreamStatus } from './api/live-streams.ts'
import type { Comment, CommentObject } from './records/comment.ts'
import type { Message } from './records/message.ts'
import type { Order } from './records/order.ts'

/**
 * Every event on the socket, both ways. Events are hints and ephemera: what must not be lost travels through `/api/sync`.
 *
 * Rooms: `u:<userId>` (joined at login), `c:<conversationId>` (joined by `conversation:join`, participants only),
 * `o:<type>:<id>` (joined by `page:join`, accounts that may see the thing), `st:<streamId>` and `st:<streamId>/<userId>` (joined
 * by `stream:join`, accounts that may watch).
 */
export type ServerToClient = {
  /**
   * A space of the viewer has a new version; the device pulls what is not in it. Sent to each member's user room. Without a
   * poke, the device pulls in any case.
   */
  'sync:poke': (poke?: Poke) => void
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
  /** The next four go to all who watch a stream. At most once a second. */
  'stream:state': (event: StreamState) => void
  /** The lines said and deleted since the last batch, at most every 100 ms; all up to the line `clearedTo` is gone. */
  'chat:batch': (event: ChatBatch) => void
  /** Other rules of the chat, or another pinned message. */
  'chat:mode': (event: { streamId: string; chat: ChatMode; pinned: StreamMessage | null }) => void
  /** The menu or the goal of the creator has changed, or a tip has come: it is read anew. */
  'tips:changed': (event: { performerId: string }) => void
  /** To one viewer: what they are in the chat now. */
  'chat:standing': (event: ChatStanding & { streamId: string }) => void
  /** To one viewer: they may not watch any more. Media and room are closed. */
  'stream:removed': (event: { streamId: string; reason: string }) => void
  /** To each socket of both sides of a show: it has another state. A creator hears of requests so. */
  'show:state': (event: Show) => void
  /** A connection of the account with the media engine was ended there. */
  'rtc:closed': (event: { peer: string; reason: 'removed' | 'replaced' | 'closed' | 'gone' }) => void
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
  /** Enters the room of a stream. `since`: the last line of the chat that the page has; 200 lines at most come with the answer. */
  'stream:join': Asked<{ streamId: string; since?: number }, StreamEntry>
  'stream:leave': Asked<{ streamId: string }>
  /** Connects with the media engine: an offer without candidates, with a token. `peer` names the connection from then on. */
  'rtc:offer': Asked<{ token: string; sdp: string }, { sdp: string; peer: string }>
  'rtc:leave': Asked<{ peer: string }>
  /** Sound alone, or the picture again. */
  'rtc:video': Asked<{ peer: string; on: boolean }>
  /**
   * Answered once the message is stored. `_id` again is the same message. `isHeld`: it waits for review, and `seq` is 0. After
   * `until`, milliseconds of the server's clock, it is refused: its sender has it back.
   */
  'chat:send': Asked<
    { streamId: string; _id: string; text: string; replyTo?: string | null; until?: number },
    { seq: number; isHeld: boolean }
  >
  'chat:moderate': Asked<ChatModeration>
  /** Asks for a private show, or takes a seat in a group show. Both are answered with the show. */
  'show:request': Asked<
    { _id: string; performerId: string; minutes: number; cap: number; rateSeen: number },
    { show: Show }
  >
  'show:seat': Asked<{ _id: string; streamId: string; cap: number; rateSeen: number }, { show: Show }>
  /** The creator's answers. */
  'show:accept': Asked<{ requestId: string }, { show: Show }>
  'show:decline': Asked<{ requestId: string }, { show: Show }>
  /** The fan takes a request back. */
  'show:cancel': Asked<{ requestId: string }, { show: Show }>
  'show:end': Asked<{ requestId: string }, { show: Show }>
}

/** A refused event says why; `retryAfterMs`: it may be said again then. */
export type Refused = { ok: false; message?: string; retryAfterMs?: number }
type Asked<Event, Answer extends object = object> = (
  event: Event,
  answer?: (result: ({ ok: true } & Answer) | Refused) => void,
) => void

export type StreamState = {
  streamId: string
  status: StreamStatus
  reason: Stream['endedReason']
  viewers: number
  seconds: number
  isAway: boolean
}

/** `held`: lines that wait for review, to their senders, the creator and the moderators. Once approved they are `messages`. */
export type ChatBatch = {
  streamId: string
  messages: StreamMessage[]
  deleted: string[]
  clearedTo?: number
  held?: StreamMessage[]
}

/**
 * The answer to `stream:join`: the lines after `since`, or the latest 50; `missed` lines are older than those and not in the
 * answer. `seq` is the last line. `deleted`: ids of lines up to `since` that were deleted; all up to the line `clearedTo` is
 * gone. `held`: the viewer's own lines that wait for review, and those of all for the creator and the moderators. `at`: the
 * time of the server in milliseconds since 1970.
 */
export type StreamEntry = {
  stream: Stream
  messages: StreamMessage[]
  held: StreamMessage[]
  deleted: string[]
  clearedTo: number
  missed: number
  seq: number
  chat: ChatMode
  pinned: StreamMessage | null
  you: ChatStanding
  at: number
}

export type OpenPage = { type: 'poll' | 'case' | CommentObject; id: string }

/** `areGone`: readers see these comments on a thing no more; else they see them again. */
export type ChangedComments = OpenPage & { commentIds: string[]; areGone: boolean }

export type CommentPlace = Pick<Comment, '_id' | 'objectType' | 'objectId' | 'parentId'>

/** Links to a photo are made for one viewer, so that all are told only that there is one. */
export type ToldComment = Omit<Comment, 'file'> & { hasFile: boolean }

export type PollCounts = { postId: string; votes: number[]; voters: number }

/** `progress`: percent, null while unknown and when the file is ready. */
export type FileProgress = { fileId: string } & Pick<FileStatus, 'status' | 'progress' | 'failure'>
