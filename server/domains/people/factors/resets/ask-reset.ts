import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../accounts/entity.ts'
import { countTry } from '../challenges.ts'
import { fingerprint, WaitingLogin } from '../waiting-login.ts'
import { FactorReset } from './entity.ts'
import { tellOfReset } from './tell-of-reset.ts'

const DAY_MS = 86_400_000
const ADDRESS_DAYS = 14
/** So long the owner has to stop it. */
export const WAIT_DAYS = 7

/**
 * Asks to remove all second factors of the account whose login waits at this challenge, in seven days. The owner is written
 * three times until then, and can stop it from any session, by the mails, or by a factor. To ask again is the same wish.
 * Refuses staff and creators, an account without a confirmed address, and one whose owner has stopped a wish lately.
 */
export async function askFactorReset(app: App, challengeId: string): Promise<{ dueAt: Date }> {
  const challenge = await countTry(app, challengeId, { purpose: 'second-factor' })
  const userId = challenge?.userId
  if (!challenge || !userId) throw loginEnded()
  const { password } = v.parse(WaitingLogin, JSON.parse(challenge.value))
  return transact(app, null, async (tx) => {
    await lock(tx, 'factor-reset', userId)
    const user = await tx.em.findOne(
      User,
      { id: userId, status: { $ne: 'deactivated' } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    if (!user || fingerprint(user.passwordHash) !== password) throw loginEnded()
    const waiting = await tx.em.findOne(FactorReset, { userId, state: 'waiting' })
    if (waiting) return waiting
    await refuse(tx, user)
    return createReset(tx, user)
  })
}

/** The same by a member of staff who has compared documents. The lock `factor-reset` of the account is held. */
export async function beginFactorReset(tx: Tx, user: User): Promise<{ reset: FactorReset; isNew: boolean }> {
  const waiting = await tx.em.findOne(FactorReset, { userId: user.id, state: 'waiting' })
  return { reset: waiting ?? (await createReset(tx, user)), isNew: waiting === null }
}

/** Refuses an account whose address is new: its mails would not reach an owner who was robbed of it. */
export function requireOldAddress(tx: Tx, { emailVerifiedAt }: User): void {
  if (emailVerifiedAt && emailVerifiedAt.getTime() <= tx.now.getTime() - ADDRESS_DAYS * DAY_MS) return
  throw new Refusal('conflict', 'The address of this account was confirmed within the last 14 days. Ask again later.')
}

async function createReset(tx: Tx, user: User): Promise<FactorReset> {
  const { smtpUrl, mailbox } = tx.app.config
  if (smtpUrl === null && mailbox === 'off')
    throw new Refusal('conflict', 'This site sends no mail, so the owner could not be told.')
  const reset = tx.em.create(FactorReset, {
    ...{ userId: user.id, password: fingerprint(user.passwordHash), state: 'waiting', mails: 1 },
    ...{ askedAt: tx.now, dueAt: new Date(tx.now.getTime() + WAIT_DAYS * DAY_MS) },
  })
  await tx.em.flush()
  await tellOfReset(tx, user, reset)
  return reset
}

function loginEnded(): Refusal {
  return new Refusal('unauthenticated', 'Your login has ended meanwhile. Log in again, then ask.')
}

async function isCreator({ em }: Tx, userId: string): Promise<boolean> {
  return (await em.execute('select 1 from performer where user_id = ?', [userId])).length > 0
}

async function refuse(tx: Tx, user: User): Promise<void> {
  for (const needs of tx.app.domains.needsFactor) {
    if ((await needs(tx.em, user.id)) === null) continue
    throw new Refusal('conflict', 'Staff need a second factor. Ask an admin to take your role back first.')
  }
  if (await isCreator(tx, user.id)) {
    throw new Refusal('conflict', 'A creator’s money is behind this. Contact support: we compare your documents first.')
  }
  if (!user.email || !user.emailVerifiedAt) {
    throw new Refusal('conflict', 'This account has no confirmed address that we could write to. Contact support.')
  }
  requireOldAddress(tx, user)
  const since = new Date(tx.now.getTime() - WAIT_DAYS * DAY_MS)
  if ((await tx.em.count(FactorReset, { userId: user.id, state: 'stopped', endedAt: { $gt: since } })) > 0) {
    throw new Refusal('conflict', 'This was stopped within the last 7 days. Ask again later.')
  }
}
