import type { Decision } from './entity.ts'

/** True while a decision has its effect: nobody has reversed it, and its end has not come. */
export function isAlive({ reversedAt, until }: Pick<Decision, 'reversedAt' | 'until'>, now: Date): boolean {
  return reversedAt == null && (until == null || until > now)
}

/** The same as an SQL condition on a decision `d`; takes the moment once. */
export const ALIVE = 'd.reversed_at is null and (d.until is null or d.until > ?)'
