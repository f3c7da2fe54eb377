import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { plainText } from '../records/visible-text.ts'
import { listOf, listQuery, queryChoice, shown, storable, uuid, visible, whole } from './fields.ts'

export const STREAM_TITLE_MAX = 100
export const CHAT_TEXT_MAX = 500
export const STREAM_PRICE_MAX = 10_000
/** Tokens a minute. */
export const RATE_MAX = 1_000
/** Viewers of one stream at most: the owner of the site chooses up to so many. */
export const STREAM_VIEWERS_BOUND = 200
/** Fans of one group show at most. */
export const GROUP_FANS_MAX = 50

/** `public`: everybody who has access. `private`: one fan. `group`: fans who each pay by the minute. */
export const streamKinds = ['public', 'group', 'private'] as const
export const streamStatuses = ['starting', 'live', 'reconnecting', 'ended'] as const
export const streamAccesses = ['public', 'followers', 'subscribers', 'paid'] as const
/** Why a stream ended. `no-media`: no picture came within a minute. `line`: the creator's line was gone for a minute. */
export const streamEndings = ['performer', 'staff', 'no-media', 'line', 'crash', 'closed', 'show'] as const

const id = v.pipe(uuid, v.toLowerCase())

const Title = v.pipe(
  v.string('Give the stream a title.'),
  shown,
  v.transform(plainText),
  v.trim(),
  visible('Give the stream a title.'),
  v.maxLength(STREAM_TITLE_MAX, 'A title has at most 100 characters.'),
  storable,
)

function wholeNumber(least: number, most: number, message: string) {
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}

const Price = wholeNumber(1, STREAM_PRICE_MAX, 'A ticket costs 1 to 10,000 tokens.')
const Rate = wholeNumber(1, RATE_MAX, 'A minute costs 1 to 1,000 tokens.')
const Minutes = wholeNumber(1, 60, 'Choose 1 to 60 minutes.')

/** The rules of a chat. `followersMinutes`: for how long somebody has to follow before they write; null for no such rule. */
export const ChatMode = v.object({
  slowSeconds: wholeNumber(0, 300, 'Choose 0 to 300 seconds.'),
  followersMinutes: v.nullable(wholeNumber(0, 43_200, 'Choose 0 to 43,200 minutes.')),
  subscribersOnly: v.boolean(),
  blockedTerms: v.pipe(
    v.array(v.pipe(v.string(), shown, v.trim(), v.minLength(1), v.maxLength(50, 'A term has at most 50 characters.'))),
    v.maxLength(100, 'Block at most 100 terms.'),
  ),
})

/** `PUT /streaming/update`: how the next stream of the creator begins; only the fields given change. */
export const StreamSettingsBody = v.partial(
  v.object({
    title: v.pipe(
      v.string(),
      shown,
      v.transform(plainText),
      v.trim(),
      v.maxLength(STREAM_TITLE_MAX, 'A title has at most 100 characters.'),
      storable,
    ),
    access: v.picklist(streamAccesses),
    price: Price,
    privateRate: Rate,
    /** Minutes that a private show lasts at least. */
    privateMinimum: Minutes,
    groupRate: Rate,
    /** Fans with whom a group show begins, and at most. */
    groupMinimum: wholeNumber(1, GROUP_FANS_MAX, 'Choose 1 to 50 fans.'),
    groupMaximum: wholeNumber(1, GROUP_FANS_MAX, 'Choose 1 to 50 fans.'),
    acceptsPrivate: v.boolean(),
    record: v.boolean(),
    /** Shows the public stream as away while a private show runs; else it ends. */
    awayDuringPrivate: v.boolean(),
    chat: v.partial(ChatMode),
  }),
)

export const StreamSettings = v.object({
  title: v.string(),
  access: v.picklist(streamAccesses),
  price: v.number(),
  privateRate: v.number(),
  privateMinimum: v.number(),
  groupRate: v.number(),
  groupMinimum: v.number(),
  groupMaximum: v.number(),
  acceptsPrivate: v.boolean(),
  record: v.boolean(),
  awayDuringPrivate: v.boolean(),
  chat: ChatMode,
})

/** `POST /streaming/live`. `_id` is made by the creator's app: sent again, it is the same stream. */
export const GoLiveBody = v.object({
  _id: v.optional(id),
  kind: v.optional(v.picklist(['public', 'group']), 'public'),
  title: Title,
  access: v.optional(v.picklist(streamAccesses)),
  price: v.optional(Price),
})

/** `PUT /streaming/live/{id}`. `version` is the one that was seen. */
export const StreamChange = v.object({
  version: v.number(),
  title: v.optional(Title),
  chat: v.optional(v.partial(ChatMode)),
  status: v.optional(v.literal('ended')),
})

/** A stream as one viewer sees it. */
export const Stream = v.object({
  _id: v.string(),
  kind: v.picklist(streamKinds),
  status: v.picklist(streamStatuses),
  title: v.string(),
  access: v.picklist(streamAccesses),
  /** The ticket of a paid stream in tokens; null for others. */
  price: v.nullable(v.number()),
  /** Tokens a minute of a group show; null for others. */
  rate: v.nullable(v.number()),
  performer: Participant,
  conversationId: v.string(),
  /** Accounts that watch; rounded above 100 for all but the creator. */
  viewers: v.number(),
  viewersPeak: v.number(),
  /** True while a private show keeps the creator from the public stream. */
  isAway: v.boolean(),
  isRecorded: v.boolean(),
  /** Seconds with picture, by the server's clock. */
  seconds: v.number(),
  startedAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  endedReason: v.nullable(v.picklist(streamEndings)),
  /** The video that the recording has become, for its creator; null before. */
  videoId: v.nullable(v.string()),
  version: v.number(),
  createdAt: v.string(),
})

/** The viewer may watch (`open`), or has to do something before; `over`: it has ended. `rate`: joins by paying each minute. */
export const streamDoors = ['open', 'pay', 'rate', 'subscribe', 'follow', 'full', 'over'] as const

/** The id of a stream, or the id or the username of its creator. */
export const JoinParams = v.object({
  id: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.minLength(1), v.maxLength(40)),
})

/** `GET /streaming/join/{id}`: by the stream's id, or the creator's id or username. */
export const JoinAnswer = v.object({
  stream: Stream,
  conversationId: v.string(),
  access: v.picklist(streamDoors),
  price: v.nullable(v.number()),
  /** The engine in force, as the path of the token names it. */
  rtc: v.string(),
  /** The viewer's own show that this stream carries, while it is open: their seat, or their private show. */
  showId: v.optional(v.nullable(v.string()), null),
})

/** The answer to going live. */
export const LiveAnswer = v.object({ stream: Stream, conversationId: v.string(), rtc: v.string() })

export const TokenBody = v.object({ streamId: id, role: v.picklist(['publish', 'view']) })

/** `POST /streaming/{rtc}/token`. `url`: where the engine's own client connects; null: the offer goes by `rtc:offer`. */
export const RtcToken = v.object({
  token: v.string(),
  url: v.nullable(v.string()),
  iceServers: v.array(
    v.object({
      urls: v.array(v.string()),
      username: v.optional(v.string()),
      credential: v.optional(v.string()),
    }),
  ),
  expiresAt: v.number(),
})

/** `PUT /streaming/set-duration`: a sign of life of the creator's app. The server counts by itself. */
export const DurationBody = v.object({ streamId: id, duration: v.pipe(v.number(), v.minValue(0)) })
export const DurationAnswer = v.object({
  seconds: v.number(),
  viewers: v.number(),
  status: v.picklist(streamStatuses),
})

export const StreamQuery = v.object({
  ...listQuery(['viewers', 'startedAt']).entries,
  access: v.optional(queryChoice(streamAccesses)),
})
export const StreamList = listOf(Stream)

/** One line of a stream's chat. */
export const StreamMessage = v.object({
  _id: v.string(),
  streamId: v.string(),
  conversationId: v.string(),
  /** Counts the lines of the chat, without gaps. */
  seq: v.number(),
  kind: v.picklist(['text', 'tip']),
  sender: v.object({
    ...v.omit(Participant, ['isPerformer']).entries,
    /** The creator of the stream, one of its moderators, or a viewer. */
    role: v.picklist(['creator', 'moderator', 'viewer']),
  }),
  /** 'Message deleted' once it is. */
  text: v.string(),
  replyTo: v.nullable(v.string()),
  /**
   * The photo that the creator or a moderator has sent; null for none. Its `url` is null where all are told of it and each
   * viewer has a link of their own: `GET /messages/stream/{id}` has it.
   */
  photo: v.nullable(
    v.object({ url: v.nullable(v.string()), width: v.nullable(v.number()), height: v.nullable(v.number()) }),
  ),
  /** The tokens of a tip, and the line of the creator's menu that it bought. */
  tokens: v.nullable(v.number()),
  item: v.nullable(v.string()),
  isDeleted: v.boolean(),
  /** It waits for review: its sender, the creator and the moderators alone see it. Its `seq` is 0 until it is approved. */
  isHeld: v.boolean(),
  createdAt: v.string(),
})

export const ChatText = v.pipe(
  v.string('Write something first.'),
  whole,
  v.transform(plainText),
  v.trim(),
  visible('Write something first.'),
  v.maxLength(CHAT_TEXT_MAX, 'A message has at most 500 characters.'),
  storable,
)

/** `POST /messages/stream/{id}`; `_id` is made by the sender: sent again, it is the same message. */
export const StreamMessageBody = v.object({
  _id: v.optional(id),
  text: ChatText,
  replyTo: v.optional(v.nullable(id)),
  fileId: v.optional(v.nullable(id)),
})
export const StreamMessageList = listOf(StreamMessage)

/** `PUT /conversations/stream/{id}/update`: the rules of the chat, and the message that is pinned. */
export const StreamChatChange = v.object({
  chat: v.optional(v.partial(ChatMode)),
  pinnedId: v.optional(v.nullable(id)),
})

/** The chat of a stream, as a conversation. */
export const StreamConversation = v.object({
  _id: v.string(),
  streamId: v.string(),
  performerId: v.string(),
  status: v.picklist(streamStatuses),
  /** The terms are for the creator and the moderators alone: others see none. */
  chat: ChatMode,
  pinned: v.nullable(StreamMessage),
  total: v.number(),
})

/** Moderation of a chat. `seconds` of a timeout: 10 s to a day. */
export const ChatModeration = v.variant('action', [
  v.object({ action: v.literal('delete'), streamId: id, messageId: id }),
  v.object({
    action: v.literal('timeout'),
    streamId: id,
    userId: id,
    seconds: wholeNumber(10, 86_400, 'Choose 10 seconds to a day.'),
  }),
  v.object({ action: v.literal('ban'), streamId: id, userId: id }),
  v.object({ action: v.literal('unban'), streamId: id, userId: id }),
  v.object({ action: v.literal('pin'), streamId: id, messageId: v.nullable(id) }),
  v.object({ action: v.literal('clear'), streamId: id }),
  v.object({ action: v.literal('mode'), streamId: id, chat: v.partial(ChatMode) }),
  v.object({ action: v.literal('moderator'), streamId: id, userId: id, isModerator: v.boolean() }),
  v.object({ action: v.literal('approve'), streamId: id, messageId: id }),
])

/** The place of a viewer in a chat; `silenced` says why they may not write, null when they may. `until`: of a timeout. */
export const ChatStanding = v.object({
  role: v.picklist(['creator', 'moderator', 'viewer']),
  silenced: v.nullable(
    v.object({
      reason: v.picklist(['banned', 'timeout', 'followers', 'subscribers']),
      until: v.nullable(v.string()),
    }),
  ),
})

export type ChatMode = v.InferOutput<typeof ChatMode>
export type ChatModeration = v.InferOutput<typeof ChatModeration>
export type ChatStanding = v.InferOutput<typeof ChatStanding>
export type JoinAnswer = v.InferOutput<typeof JoinAnswer>
export type RtcToken = v.InferOutput<typeof RtcToken>
export type Stream = v.InferOutput<typeof Stream>
export type StreamConversation = v.InferOutput<typeof StreamConversation>
export type StreamMessage = v.InferOutput<typeof StreamMessage>
export type StreamSettings = v.InferOutput<typeof StreamSettings>
export type StreamStatus = Stream['status']
