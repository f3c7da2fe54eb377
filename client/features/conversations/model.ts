import { createEvent, createStore } from 'effector'

export type Presence = { online: boolean; lastSeenAt: string | null }

/** Somebody is taken to be writing for this long after the last sign of it. */
export const TYPING_LASTS_MS = 6_000

/** The presence of each user. Only as true as the connection: emptied whenever that breaks. */
export const $presence = createStore<Readonly<Record<string, Presence>>>({})
/** Conversations in which the other is writing. */
export const $typing = createStore<ReadonlySet<string>>(new Set())

export const presenceSeen = createEvent<{ userId: string } & Presence>()
export const typingSeen = createEvent<{ conversationId: string; typing: boolean }>()
/** Their message has arrived, or the time is over. */
export const typingEnded = createEvent<string>()
export const connectionBroke = createEvent()

$presence
  .on(presenceSeen, (all, { userId, online, lastSeenAt }) => ({ ...all, [userId]: { online, lastSeenAt } }))
  .reset(connectionBroke)

$typing
  .on(typingSeen, (all, { conversationId, typing }) =>
    typing ? new Set([...all, conversationId]) : without(all, conversationId),
  )
  .on(typingEnded, without)
  .reset(connectionBroke)

function without(all: ReadonlySet<string>, conversationId: string): ReadonlySet<string> {
  return all.has(conversationId) ? new Set([...all].filter((id) => id !== conversationId)) : all
}
