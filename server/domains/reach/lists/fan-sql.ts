import { boughtKinds } from '@vesper/sync/vesper/records/fan-list.ts'
import type { FanRule } from '@vesper/sync/vesper/records/fan-list.ts'
import { blocksBetween } from '../../../content/blocks.ts'
import type { Condition } from '../../../content/blocks.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { defaultSettings } from '../../site/settings/defaults.ts'

/*
 * Sets of fans in SQL. Each set is a statement over `creator`, the common table of one row that `withCreator` begins
 * with: its `id`, and the moment `now`. A set has a column `id`, may name an account twice, and knows nothing of blocks
 * and closed accounts: `countable` leaves those out.
 */

const BOUGHT_KINDS = boughtKinds.map((kind) => `'${kind}'`).join()

export const FOLLOWERS = `select f.follower_id as id from creator join follow f on f.performer_id = creator.id`

export const SUBSCRIBERS = `select m.user_id as id from creator
  join membership m on m.performer_id = creator.id and ${membershipLasts('m', 'creator.now')}`

const EXPIRED = `select m.user_id as id from creator
  join membership m on m.performer_id = creator.id and not ${membershipLasts('m', 'creator.now')}`

/** Followers, present and former members, those who paid, and those in a conversation; each with its `since`. */
export const FANS_SINCE_SQL = `
  select f.follower_id as id, f.created_at as since from creator join follow f on f.performer_id = creator.id
  union all select m.user_id, m.granted_at from creator join membership m on m.performer_id = creator.id
  union all select c.fan_id, min(c.created_at) from creator join charge c on c.performer_id = creator.id group by c.fan_id
  union all select other.user_id, other.created_at from creator
    join conversation_member own on own.user_id = creator.id
    join conversation_member other on other.conversation_id = own.conversation_id and other.user_id <> creator.id`

/** The cents of one token. It is fixed once money has moved. */
const TOKEN_CENTS = `coalesce((select (value #>> '{}')::numeric * 100 from setting where key = 'tokenValue'), ${defaultSettings.tokenValue * 100})`

/** The tokens that the charges `c` of a group come to, refunds taken off; a payment by card counts in cents. */
const SPENT_TOKENS = `floor(sum((c.tokens - c.refunded_tokens)::bigint * c.token_cents) / ${TOKEN_CENTS})`

/** SQL: the tokens of each fan since so many days: `id`, `tokens`. Takes the days. */
export const SPENT_SINCE = `select c.fan_id as id, ${SPENT_TOKENS}::int as tokens from creator
  join charge c on c.performer_id = creator.id and c.created_at >= creator.now - make_interval(days => ?::int)
  group by c.fan_id`

/** SQL: when an account was last active, in any session that is kept; null where none is. `user` is an expression of its id. */
export function lastSeen(user: string): string {
  return `(select max(s.last_seen_at) from session s where s.user_id = ${user})`
}

/** SQL: each fan with the moment of the latest activity, or of the account's beginning: `id`, `at`. */
export const SEEN = `select fan.id, coalesce(${lastSeen('fan.id')}, account.created_at) as at
  from (select distinct every.id from (${FANS_SINCE_SQL}) every) fan join "user" account on account.id = fan.id`

const BOUGHT = `select e.user_id as id from creator
  join entitlement e on e.performer_id = creator.id and e.source = 'purchase' and e.revoked_at is null
  where e.object_type = ? and e.object_id = ?::uuid`

const BOUGHT_PRODUCT = `select o.buyer_id as id from creator
  join order_line l on l.product_id = ?::uuid and l.refunded_quantity < l.quantity
  join "order" o on o.id = l.order_id and o.performer_id = creator.id and o.payment <> 'refunded'`

const NEVER_BOUGHT = `(${FOLLOWERS} union ${SUBSCRIBERS}) except
  select c.fan_id from creator join charge c on c.performer_id = creator.id
  where c.type in (${BOUGHT_KINDS}) and c.refunded_tokens < c.tokens`

/** The statement of a rule. `seen`: SQL of the rows of `SEEN`, where a statement has them already. */
export function fanRuleSql(rule: FanRule, seen = `(${SEEN})`): Condition {
  switch (rule.kind) {
    case 'subscribers':
      return { sql: SUBSCRIBERS, params: [] }
    case 'expired':
      return { sql: EXPIRED, params: [] }
    case 'spent':
      return {
        sql: `select spent.id from (${SPENT_SINCE}) spent where spent.tokens >= ?::int`,
        params: [rule.days, rule.tokens],
      }
    case 'unseen':
      return {
        sql: `select s.id from creator join ${seen} s on s.at < creator.now - make_interval(days => ?::int)`,
        params: [rule.days],
      }
    case 'bought':
      return rule.objectType === 'product'
        ? { sql: BOUGHT_PRODUCT, params: [rule.objectId] }
        : { sql: BOUGHT, params: [rule.objectType, rule.objectId] }
    case 'never-bought':
      return { sql: NEVER_BOUGHT, params: [] }
  }
}

/** Begins a statement with `creator`: its id, and the moment. */
export function withCreator(performerId: string, now: Date): Condition {
  return {
    sql: 'with creator as materialized (select ?::uuid as id, ?::timestamptz as now)',
    params: [performerId, now],
  }
}

/**
 * SQL: the account `user`, an alias of the table "user", counts as a fan of `creator`: it is another account, open to
 * others, and neither blocks the other. Closed and blocked accounts are on no list.
 */
export function countable(user: string, creator = 'creator.id'): string {
  return `(${user}.id <> ${creator} and ${openToOthers(user)} and not ${blocksBetween(creator, `${user}.id`)})`
}
