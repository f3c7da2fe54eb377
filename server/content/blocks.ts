import { raw } from '@mikro-orm/core'
import { openToOthers } from './open-to-others.ts'

/**
 * The side of a viewer that blocks look at. The database knows the country of an account; `country` is that of a visitor
 * without one, ISO 3166-1 alpha-2, null where it is unknown.
 */
export type Visitor = { userId: string | null; country?: string | null }

/** A part of an SQL statement with its parameters, in order. */
export type Condition = { sql: string; params: readonly unknown[] }

/** SQL: the creator blocks the account. Both arguments are SQL expressions of ids. */
export function blocksAccount(performer: string, user: string): string {
  return `exists (select 1 from block where block.performer_id = ${performer} and block.user_id = ${user})`
}

/** SQL: one of two accounts blocks the other. Both arguments are SQL expressions of ids, which are not parameters. */
export function blocksBetween(one: string, other: string): string {
  return `(${blocksAccount(one, other)} or ${blocksAccount(other, one)})`
}

/** True unless the creator blocks the viewer or the country of the viewer. `performer` is an SQL expression of an id. */
export function notBlocked({ userId, country = null }: Visitor, performer: string): Condition {
  if (userId !== null) return { sql: notBlockedFor('?::uuid', performer), params: [userId, userId] }
  if (country === null) return { sql: 'true', params: [] }
  const closed = `select 1 from performer closed where closed.user_id = ${performer} and ? = any(closed.blocked_countries)`
  return { sql: `not exists (${closed})`, params: [country] }
}

/**
 * The same for an account: `user` is an SQL expression of its id, and stands in the statement twice. Nobody is blocked
 * from what is theirs, whichever country they block.
 */
export function notBlockedFor(user: string, performer: string): string {
  return `(not ${blocksAccount(performer, user)} and not exists (
    select 1 from performer closed join "user" seer on seer.country_seen = any(closed.blocked_countries)
    where closed.user_id = ${performer} and seer.id = ${user} and seer.id <> closed.user_id
  ))`
}

/** True when the viewer finds, sees and reaches the account `user`, an alias of the table "user". */
export function openTo(viewer: Visitor, user: string): Condition {
  const { sql, params } = notBlocked(viewer, `${user}.id`)
  return { sql: `(${openToOthers(user)} and ${sql})`, params }
}

/** The same rule as a part of an ORM filter on `User`: `em.find(User, { id, ...whereOpenTo(viewer) })`. */
export function whereOpenTo(viewer: Visitor): Record<string, true> {
  const { params } = openTo(viewer, 'u')
  return { [raw((user) => openTo(viewer, `"${user}"`).sql, params)]: true }
}

/** The same for active users, where nobody is hidden from the own account. */
export function whereVisible(viewer: Visitor) {
  return viewer.userId === null ? whereOpenTo(viewer) : { $or: [{ id: viewer.userId }, whereOpenTo(viewer)] }
}
