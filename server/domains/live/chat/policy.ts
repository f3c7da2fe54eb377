import type { ChatMode, ChatStanding } from '@vesper/sync/vesper/api/live-streams.ts'

export type ChatRole = ChatStanding['role']

/** All about an account that the rules of a chat ask. Moments are in milliseconds since 1970. */
export type Standing = {
  role: ChatRole
  sanction: { kind: 'ban' | 'timeout'; until: number | null } | null
  /** Null for somebody who does not follow the creator. */
  followedAt: number | null
  /** A subscriber of the creator. */
  isMember: boolean
}

/** An earlier line of a sender. */
export type Said = { text: string; at: number }

/** The reason for which somebody may not write now, and until when; null when they may. */
export type Silence = NonNullable<ChatStanding['silenced']>['reason']

/** At most so many lines of one sender in so many milliseconds. */
export const PACE = { lines: 20, ms: 10_000 } as const
/** The same text is a repetition for so long, in milliseconds. */
export const REPEATED_MS = 300_000
/** The same text may be said so often in a row. */
export const REPEATED_MAX = 2

const MINUTE_MS = 60_000

/** The creator and the moderators keep the chat in order; its modes are not for them. */
export function keepsOrder(role: ChatRole): boolean {
  return role !== 'viewer'
}

/** Tells why somebody is silenced, the first rule first. Subscribers count as followers of any age. */
export function silenceOf(
  { role, sanction, followedAt, isMember }: Standing,
  { followersMinutes, subscribersOnly }: Pick<ChatMode, 'followersMinutes' | 'subscribersOnly'>,
  now: number,
): { reason: Silence; until: number | null } | null {
  if (role === 'creator') return null
  if (sanction?.kind === 'ban') return { reason: 'banned', until: null }
  const until = sanction?.until ?? null
  if (until !== null && now < until) return { reason: 'timeout', until }
  if (role === 'moderator' || isMember) return null
  if (subscribersOnly) return { reason: 'subscribers', until: null }
  if (followersMinutes === null) return null
  const mayFrom = followedAt === null ? null : followedAt + followersMinutes * MINUTE_MS
  return mayFrom !== null && now >= mayFrom ? null : { reason: 'followers', until: mayFrom }
}

/** The milliseconds until a sender may write again in slow mode; 0 for now. `said` is the latest line last. */
export function slowWait(said: readonly Said[], slowSeconds: number, now: number): number {
  const last = said.at(-1)
  return last ? Math.max(0, last.at + slowSeconds * 1000 - now) : 0
}

/** The same for the pace that holds for everybody. */
export function paceWait(said: readonly Said[], now: number): number {
  const oldest = said.at(-PACE.lines)
  return oldest ? Math.max(0, oldest.at + PACE.ms - now) : 0
}

/** Tells if a text would be the third of its kind in a row. */
export function isRepeated(said: readonly Said[], text: string, now: number): boolean {
  const latest = said.slice(-REPEATED_MAX)
  return latest.length === REPEATED_MAX && latest.every((one) => one.text === text && now - one.at < REPEATED_MS)
}

/** Tells if somebody may delete a line of another. */
export function mayDelete(role: ChatRole, { isOwn }: { isOwn: boolean }): boolean {
  return isOwn || keepsOrder(role)
}

/** Tells if somebody may silence another: moderators neither the creator nor each other, and nobody the creator. */
export function maySilence(role: ChatRole, target: ChatRole): boolean {
  return role === 'creator' ? target !== 'creator' : role === 'moderator' && target === 'viewer'
}
