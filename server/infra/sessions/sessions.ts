import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import { KEPT } from '../database/driver/prepared-statements.ts'
import { transact } from '../database/transaction.ts'
import type { Actor, Tx } from '../database/transaction.ts'
import { Session } from './entity.ts'
import { holdOf, readSessionToken, signSessionToken } from './session-token.ts'
import type { SessionClaims } from './session-token.ts'
import { suspended, unauthenticated } from './unauthenticated.ts'

const DAY_MS = 86_400_000
/** `lastSeenAt` is for the eye of the owner: a write a minute is enough. */
const SEEN_EVERY_MS = 60_000
const KEPT_AFTER_END_MS = 30 * DAY_MS
/** A session that nobody uses for so long ends. */
const IDLE_DAYS = 90

/**
 * A session `s` that is open, and its account `u`, which staff have not suspended: what stands behind `from`. Takes the session, the account and the moment.
 * A statement that is sent anyway asks it at no cost of its own.
 */
export const OPEN_SESSION = `session s join "user" u on u.id = s.user_id
  where s.id = ? and s.user_id = ? and s.revoked_at is null and s.expires_at > ? and u.status = 'active'`

/** The same with the sessions of suspended accounts, which open little. */
const HELD_SESSION = OPEN_SESSION.replace(`u.status = 'active'`, `u.status <> 'deactivated'`)

/** SQL: a session that is not revoked has not expired. Both arguments are expressions; the account is not looked at. */
export function isUnexpired(sessionId: string, now: string): string {
  return `exists (
    select 1 from session o where o.id = ${sessionId} and o.revoked_at is null and o.expires_at > ${now}
  )`
}

/** The sessions among these that are open at `now`. `isSuspended`: staff have suspended the account. */
export function openAmong(
  em: SqlEntityManager,
  ids: Iterable<string>,
  now: Date,
): Promise<{ id: string; isSuspended: boolean }[]> {
  return em.execute<{ id: string; isSuspended: boolean }[]>(
    `select s.id, u.status = 'suspended' as "isSuspended" from session s join "user" u on u.id = s.user_id
      where s.id = any(?::uuid[]) and s.revoked_at is null and s.expires_at > ? and u.status <> 'deactivated'`,
    [`{${[...ids].join()}}`, now],
  )
}

/** The sessions that ran out between `since` and `now`, and those of accounts that their owners closed; no revoked ones. */
export async function endedSessions(
  em: SqlEntityManager,
  { since, now }: { since: Date; now: Date },
): Promise<string[]> {
  const ended = await em.execute<{ id: string }[]>(
    `select s.id from session s join "user" u on u.id = s.user_id
      where s.revoked_at is null
        and ((s.expires_at > ? and s.expires_at <= ?) or (s.expires_at > ? and u.status = 'deactivated'))`,
    [since, now, now],
  )
  return ended.map(({ id }) => id)
}

type NewSession = {
  user: { id: string }
  remember: boolean
  userAgent: string
  /** The number of the browser's cookie. */
  deviceId?: string | null
}

/** The last moment of a session, however much it is used: 365 days when the user chose to be remembered, else one. */
export function latestEnd({ createdAt, remember }: Pick<Session, 'createdAt' | 'remember'>): Date {
  return new Date(createdAt.getTime() + (remember ? 365 : 1) * DAY_MS)
}

/** The moment at which a session ends if it is not used after `now`. */
function endUnlessUsed(session: Pick<Session, 'createdAt' | 'remember'>, now: Date): Date {
  return new Date(Math.min(latestEnd(session).getTime(), now.getTime() + IDLE_DAYS * DAY_MS))
}

/** Begins a session. `expiresAt` of the answer: its last moment, if it is used. */
export async function issueSession(
  tx: Tx,
  { user, remember, userAgent, deviceId = null }: NewSession,
): Promise<{ token: string; expiresAt: Date }> {
  const now = tx.now
  const begun = { createdAt: now, remember }
  const expiresAt = latestEnd(begun)
  const session = tx.em.create(Session, {
    userId: user.id,
    userAgent: userAgent.slice(0, 300),
    deviceId,
    ...begun,
    lastSeenAt: now,
    expiresAt: endUnlessUsed(begun, now),
    keyId: tx.app.secret[0].id,
  })
  await tx.em.flush()
  await tx.em.nativeDelete(Session, {
    userId: user.id,
    expiresAt: { $lt: new Date(now.getTime() - KEPT_AFTER_END_MS) },
    // Its device has yet to hear that it has to remove the data.
    wipe: { $ne: 'asked' },
  })
  const claims = { sessionId: session.id, userId: user.id, generation: 0, elevation: null }
  const token = signSessionToken(tx.app.secret, { ...claims, now, expiresAt })
  return { token, expiresAt }
}

/**
 * Who a token speaks for, suspended or not. Refuses as `unauthenticated` what is forged, expired, revoked, or of a closed
 * account.
 */
export async function resolveActor(app: App, token: string): Promise<Actor> {
  const now = app.clock()
  const claims = readSessionToken(app.secret, token, now)
  const holder = claims && v.is(uuid, claims.sessionId) ? await holderOf(app, claims, now) : undefined
  if (!claims || !holder) throw unauthenticated()
  const hold = holdOf(claims, holder.generation)
  if (hold === 'dead' || (hold === 'takes over' && !(await takeOver(app, claims)))) throw unauthenticated()
  const { sessionId, userId } = claims
  if (now.getTime() - holder.lastSeenAt.getTime() >= SEEN_EVERY_MS) await markSeen(app, sessionId)
  const { isPerformer, countrySeen, isSuspended } = holder
  const elevatedUntil = hold === 'takes over' ? (claims.elevation?.until ?? null) : holder.elevatedUntil
  return { userId, sessionId, isPerformer, countrySeen, isSuspended, elevatedUntil }
}

/** The first use of a token that a step-up has issued. False where a later one has been used meanwhile. */
async function takeOver(app: App, { sessionId, generation, elevation }: SessionClaims): Promise<boolean> {
  return transact(app, null, async (tx) => {
    const used = await tx.em.nativeUpdate(
      Session,
      { id: sessionId, generation: { $lt: generation } },
      { generation, elevatedUntil: elevation?.until ?? null, elevatedBy: elevation?.by ?? null },
    )
    return used === 1 || (await tx.em.count(Session, { id: sessionId, generation })) === 1
  })
}

/** How long what a session has begun may wait, in milliseconds, before that session is looked at again. */
export const SESSION_HOLDS_MS = 1_000

/** `refuseEnded` for what has waited since `begun` (of `performance.now()`), where that was long. */
export async function refuseEndedSince(app: App, actor: Actor, begun: number): Promise<void> {
  if (performance.now() - begun > SESSION_HOLDS_MS) await refuseEnded(app, actor)
}

/** Refuses as `unauthenticated` what waited until its session had ended, and what waited until its account was suspended. */
export async function refuseEnded(app: App, actor: Actor): Promise<void> {
  const holder = await holderOf(app, actor, app.clock())
  if (!holder) throw unauthenticated()
  if (holder.isSuspended) throw suspended()
}

type Holder = {
  lastSeenAt: Date
  isPerformer: boolean
  countrySeen: string | null
  isSuspended: boolean
  generation: number
  elevatedUntil: Date | null
}
type HolderRow = Omit<Holder, 'lastSeenAt' | 'elevatedUntil'> & { lastSeenAt: string; elevatedUntil: string | null }

/** Who holds a session that is open; by plain SQL, since every call asks for it. */
async function holderOf(
  app: App,
  { sessionId, userId }: Pick<SessionClaims, 'sessionId' | 'userId'>,
  now: Date,
): Promise<Holder | undefined> {
  const [holder] = await app.orm.em.fork().execute<HolderRow[]>(
    `${KEPT} select s.last_seen_at as "lastSeenAt", s.generation, s.elevated_until as "elevatedUntil",
       u.is_performer as "isPerformer", u.country_seen as "countrySeen",
       u.status = 'suspended' as "isSuspended"
     from ${HELD_SESSION}`,
    [sessionId, userId, now],
  )
  if (!holder) return undefined
  const elevatedUntil = holder.elevatedUntil === null ? null : new Date(holder.elevatedUntil)
  return { ...holder, lastSeenAt: new Date(holder.lastSeenAt), elevatedUntil }
}

/** The sessions of an account that are open, the latest used first. */
export function openSessions(tx: Pick<Tx, 'em' | 'now'>, userId: string): Promise<Session[]> {
  return tx.em.find(
    Session,
    { userId, revokedAt: null, expiresAt: { $gt: tx.now } },
    { orderBy: { lastSeenAt: 'desc', id: 'desc' } },
  )
}

/**
 * Ends sessions of an account: all, all but one (`except`), or one (`only`). With `wipe`, their devices remove the data of the
 * account at their next contact. Answers how many ended.
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  which: { except?: string; only?: string; wipe?: boolean } = {},
): Promise<number> {
  const { except, only, wipe = false } = which
  const ending = (await openSessions(tx, userId)).filter(({ id }) => id !== except && (!only || id === only))
  for (const session of ending) tx.em.assign(session, { revokedAt: tx.now, ...(wipe && { wipe: 'asked' }) })
  await tx.em.flush()
  const ids = ending.map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const ended of tx.app.domains.sessionsEnded) await ended(tx, ids, { wipe })
  tx.afterCommit(() => tx.app.live.endSessions(ids))
  return ids.length
}

/** Used sessions end later. */
async function markSeen(app: App, sessionId: string): Promise<void> {
  await transact(app, null, async (tx) => {
    const lastSeenAt = { $lte: new Date(tx.now.getTime() - SEEN_EVERY_MS) }
    const session = await tx.em.findOne(Session, { id: sessionId, lastSeenAt })
    if (session)
      await tx.em.nativeUpdate(
        Session,
        { id: sessionId, lastSeenAt },
        { lastSeenAt: tx.now, expiresAt: endUnlessUsed(session, tx.now) },
      )
  })
}
