import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { RateLimited } from '../../../infra/http/limits/rate-limits.ts'
import type { Silence } from './policy.ts'

export const STREAM_OVER = 'The stream is over.'

/** The id of a message stands for something else already. */
export function idUsed(): Refusal {
  return new Refusal('conflict', 'This was used for something else.')
}

/** The refusal of somebody who may not write now. `waitMs`: until a timeout is over, or until they have followed for long enough. */
export function silenced(reason: Silence, waitMs: number | null): Refusal {
  const seconds = Math.ceil((waitMs ?? 0) / 1000)
  const texts: Readonly<Record<Silence, string>> = {
    banned: 'You cannot write in this chat any more.',
    timeout: seconds === 1 ? 'You can write again in 1 second.' : `You can write again in ${seconds} seconds.`,
    followers: followersText(waitMs),
    subscribers: 'Only subscribers can write in this chat now.',
  }
  return new Refusal('forbidden', texts[reason])
}

function followersText(waitMs: number | null): string {
  if (waitMs === null) return 'Only followers can write in this chat now.'
  const minutes = Math.ceil(waitMs / 60_000)
  return minutes === 1
    ? 'You followed a short time ago. You can write here in 1 minute.'
    : `You followed a short time ago. You can write here in ${minutes} minutes.`
}

/** Slow mode asks for a pause. */
export function tooSoon(waitMs: number): RateLimited {
  const seconds = Math.ceil(waitMs / 1000)
  const message =
    seconds === 1 ? 'Slow mode is on. Write again in 1 second.' : `Slow mode is on. Write again in ${seconds} seconds.`
  return new RateLimited(seconds, { message, details: [] })
}

/** One sender writes more than everybody may. */
export function tooMany(waitMs: number): RateLimited {
  return new RateLimited(Math.ceil(waitMs / 1000))
}

/** More messages wait for a stream than it can take. */
export function chatBusy(): RateLimited {
  return new RateLimited(1, { message: 'This chat is very busy. Send it again in a moment.', details: [] })
}

/** A message that was on its way for so long that its sender has it back. */
export function tooLate(): Refusal {
  return new Refusal('conflict', 'This message was too long on its way. Send it again.')
}

/** The same text for the third time in a row. */
export function repeated(): Refusal {
  return new Refusal('conflict', 'You have said this twice already.')
}

/** Viewers send no photos. */
export function noPhotos(): Refusal {
  return new Refusal('forbidden', 'Only the creator and the moderators can send photos here.')
}

/** Somebody else keeps the chat in order. */
export function notYourChat(): Refusal {
  return new Refusal('forbidden', 'Only the creator and the moderators of this chat can do this.')
}

/** The line is gone, or was never there. */
export function noLine(): Refusal {
  return new Refusal('not-found', 'This message does not exist.')
}
