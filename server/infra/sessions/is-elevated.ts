import type { Actor } from '../database/transaction.ts'

/** Seconds that a step-up lasts. */
export const ELEVATED_S = 600

/** True if the session of this actor has stepped up within `seconds` before `now`. */
export function isElevated({ elevatedUntil }: Pick<Actor, 'elevatedUntil'>, seconds: number, now: Date): boolean {
  if (!elevatedUntil) return false
  const since = elevatedUntil.getTime() - ELEVATED_S * 1_000
  return now < elevatedUntil && now.getTime() < since + seconds * 1_000
}
