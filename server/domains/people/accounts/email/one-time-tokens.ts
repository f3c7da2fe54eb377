import { createHash, randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { OneTimeToken, User } from '../entity.ts'

type Purpose = OneTimeToken['purpose']

const HOUR_MS = 3_600_000
const LIFETIME_MS: Record<Purpose, number> = {
  'verify-email': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
  'log-in': HOUR_MS,
  'undo-email': 48 * HOUR_MS,
  'not-me': 7 * 24 * HOUR_MS,
}
/** Links to one account and hour; more would be a nuisance to the owner of the address. */
const MAX_PER_HOUR = 5
const KEPT_AFTER_END_MS = 24 * 3_600_000

/**
 * A new token for a link to `email`, or null when this account was sent enough of them within the hour, or has another address
 * by now.
 */
export async function createOneTimeToken(
  tx: Tx,
  { userId, email, purpose }: { userId: string; email: string; purpose: Purpose },
): Promise<string | null> {
  // Links that are asked for at a time are counted one after another; a change of the address is waited for.
  const holder = `select 1 from "user" where id = ? and ? in (email, pending_email) and status = 'active' for update`
  if ((await tx.em.execute<unknown[]>(holder, [userId, email])).length === 0) return null
  const hourAgo = new Date(tx.now.getTime() - 3_600_000)
  const recent = await tx.em.count(OneTimeToken, { userId, purpose, createdAt: { $gt: hourAgo } })
  if (recent >= MAX_PER_HOUR) return null
  const ended = new Date(tx.now.getTime() - KEPT_AFTER_END_MS)
  await tx.em.nativeDelete(OneTimeToken, { userId, expiresAt: { $lt: ended } })
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(tx.now.getTime() + LIFETIME_MS[purpose])
  tx.em.create(OneTimeToken, { userId, email, purpose, tokenHash: hashOf(token), createdAt: tx.now, expiresAt })
  return token
}

/**
 * Uses a token up, and retires every other one of its account and purpose; answers the account and the address that the link
 * went to. Refuses one that is unknown, used or expired, all with the same text. Two that come at a time wait for each
 * other, and the second is refused. Locks the account before its tokens, as every command does.
 */
export async function useOneTimeToken(
  tx: Tx,
  token: string,
  ...[purpose, attempt]: [purpose: Purpose, attempt?: string | undefined]
): Promise<{ user: User; email: string }> {
  const open = { tokenHash: hashOf(token), purpose, usedAt: null, expiresAt: { $gt: tx.now } }
  const found = await tx.em.findOne(OneTimeToken, open)
  if (!found) throw noLongerValid()
  const user = await tx.em.findOneOrFail(User, { id: found.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!(await tx.em.findOne(OneTimeToken, open, { lockMode: LockMode.PESSIMISTIC_WRITE }))) throw noLongerValid()
  // An older link that undoes an address stays: who used a later one may be who took the account.
  const since = purpose === 'undo-email' ? found.createdAt : undefined
  await retireOneTimeTokens(tx, { userId: user.id, purpose, except: found.id, since })
  await tx.em.nativeUpdate(
    OneTimeToken,
    { id: found.id },
    { usedAt: tx.now, usedBy: attempt === undefined ? null : hashOf(attempt) },
  )
  return { user, email: found.email }
}

/** True if this very attempt has used the link up. Waits for one that does so just now. */
export async function hasUsed(tx: Tx, token: string, attempt: string): Promise<boolean> {
  const used = { tokenHash: hashOf(token), usedBy: hashOf(attempt), expiresAt: { $gt: tx.now } }
  const link = await tx.em.findOne(OneTimeToken, { tokenHash: hashOf(token) })
  if (link) await tx.em.findOne(User, { id: link.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return (await tx.em.count(OneTimeToken, used)) > 0
}

/** The token of a link, with its account and address, be it open, used or too old; null without such a link. */
export function findOneTimeToken(em: SqlEntityManager, token: string, purpose: Purpose): Promise<OneTimeToken | null> {
  return em.findOne(OneTimeToken, { tokenHash: hashOf(token), purpose })
}

/** When the oldest link of the account and purpose of this link was made that is still open; null where none is. */
export async function oldestOpenSince(tx: Tx, token: string, purpose: Purpose): Promise<Date | null> {
  const link = await findOneTimeToken(tx.em, token, purpose)
  if (!link) return null
  const open = { userId: link.userId, purpose, usedAt: null, expiresAt: { $gt: tx.now } }
  const [oldest] = await tx.em.find(OneTimeToken, open, { orderBy: { createdAt: 'asc' }, limit: 1 })
  return oldest?.createdAt ?? null
}

/** Makes the links of an account and purpose useless, those that were used included: all, or those made from `since` on. */
export async function retireOneTimeTokens(
  tx: Tx,
  { userId, purpose, except, since }: { userId: string; purpose: Purpose; except?: string; since?: Date | undefined },
): Promise<void> {
  const others = except === undefined ? {} : { id: { $ne: except } }
  const from = since === undefined ? {} : { createdAt: { $gte: since } }
  const valid = { userId, purpose, expiresAt: { $gt: tx.now }, ...others, ...from }
  await tx.em.nativeUpdate(OneTimeToken, valid, { expiresAt: tx.now })
}

function noLongerValid(): Refusal {
  const message = 'This link is no longer valid. Ask for a new one.'
  return new Refusal('invalid', message, [{ path: 'token', message }])
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
