import * as v from 'valibot'
import { AudiencePart } from './fan-list.ts'
import { FileRecord } from './file.ts'

/** For so long can a message to many be taken back before it goes out (ms). */
export const TAKE_BACK_MS = 60_000
/** Parts that the audience of one message has on each side. */
export const AUDIENCE_PARTS_MAX = 20
/** Messages to many that a creator sends within 24 hours. */
export const BROADCASTS_A_DAY = 2

/**
 *     draft ─▶ scheduled ─▶ sending ─▶ sent ─▶ unsent
 *       │ ▲        │           │ └▶ stopped ─────▲
 *       ▼ └────────┴─ counting ┘
 *
 * `counting`: it goes out within a minute. It can be taken back as long as it has not begun to go out.
 */
export const broadcastStates = ['draft', 'scheduled', 'counting', 'sending', 'sent', 'stopped', 'unsent'] as const
export type BroadcastState = (typeof broadcastStates)[number]

/**
 * Why a message did not go out at its time: a list of its audience was deleted, its audience was empty, or a file of it is
 * gone, unreadable or hidden by staff.
 */
export const returnReasons = ['list', 'nobody', 'files'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The author's part of a message to many. */
export const BroadcastContent = v.object({
  text: v.string(),
  /** In the order in which they are shown. */
  fileIds: v.array(v.string()),
  /** Tokens that open it; 0 for a message that is open. */
  price: v.number(),
  include: v.array(AudiencePart),
  exclude: v.array(AudiencePart),
  /** When it is to go out; null for at once. */
  sendAt: v.nullable(v.string()),
})

/** A message to many as its author sees it. */
export const Broadcast = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  performerId: v.pipe(v.string(), v.uuid()),
  ...BroadcastContent.entries,
  /** The `fileIds` that the server has. */
  files: v.array(FileRecord),
  state: v.picklist(broadcastStates),
  /** Counts the saves that the server has taken. */
  version: v.number(),
  /** When it begins to go out, or has; null while it is a draft. */
  goesAt: v.nullable(v.string()),
  /** Why it is a draft again, until it is sent the next time; absent where it was not returned. */
  returned: v.optional(v.picklist(returnReasons)),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type BroadcastContent = v.InferOutput<typeof BroadcastContent>
export type Broadcast = v.InferOutput<typeof Broadcast>

export const emptyBroadcast: BroadcastContent = {
  text: '',
  fileIds: [],
  price: 0,
  include: [{ kind: 'followers' }],
  exclude: [],
  sendAt: null,
}

export type BroadcastAction = 'send' | 'schedule' | 'take-back' | 'begin' | 'finish' | 'stop' | 'unsend'

const moves: Readonly<Record<BroadcastAction, { from: readonly BroadcastState[]; to: BroadcastState }>> = {
  send: { from: ['draft'], to: 'counting' },
  schedule: { from: ['draft'], to: 'scheduled' },
  'take-back': { from: ['counting', 'scheduled'], to: 'draft' },
  begin: { from: ['counting', 'scheduled'], to: 'sending' },
  finish: { from: ['sending'], to: 'sent' },
  stop: { from: ['sending'], to: 'stopped' },
  unsend: { from: ['sending', 'sent', 'stopped'], to: 'unsent' },
}

/** The state after an action; null where the state takes none of the kind. */
export function stateAfter(state: BroadcastState, action: BroadcastAction): BroadcastState | null {
  const { from, to } = moves[action]
  return from.includes(state) ? to : null
}
