import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { Challenge, Passkey, RecoveryCode, Totp } from './entity.ts'
import { keptFactorsMail } from './mails.ts'
import { hasFactorBefore } from './queries.ts'
import { stopFactorReset } from './resets/stop-reset.ts'

/**
 * Removes the factors that were added since a login that the owner calls another person's. An older factor has confirmed
 * each later one, so an account with an older one keeps them all, and the owner hears which are new: a mailbox alone must not
 * take the second step away. Staff keep theirs in any case.
 */
export async function removeFactorsSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.em.nativeDelete(Challenge, { userId })
  await stopFactorReset(tx, userId)
  if (await keepsFactors(tx, userId, since)) return tellOfKept(tx, userId, since)
  await tx.em.nativeDelete(Passkey, { userId, createdAt: { $gte: since } })
  await tx.em.nativeDelete(Totp, { userId, confirmedAt: { $gte: since } })
  await tx.em.nativeDelete(RecoveryCode, { userId, createdAt: { $gte: since } })
}

async function keepsFactors({ app, em }: Tx, userId: string, since: Date): Promise<boolean> {
  for (const needs of app.domains.needsFactor) if ((await needs(em, userId)) !== null) return true
  return hasFactorBefore(em, userId, since)
}

async function tellOfKept(tx: Tx, userId: string, since: Date): Promise<void> {
  const passkeys = await tx.em.find(Passkey, { userId, createdAt: { $gte: since } }, { orderBy: { createdAt: 'asc' } })
  const kept = passkeys.map(({ name }) => `the passkey "${name}"`)
  if ((await tx.em.count(Totp, { userId, confirmedAt: { $gte: since } })) > 0) kept.push('an authenticator app')
  if ((await tx.em.count(RecoveryCode, { userId, createdAt: { $gte: since } })) > 0) kept.push('recovery codes')
  const { email, name } = await tx.em.findOneOrFail(User, { id: userId })
  if (kept.length === 0 || !email) return
  tx.app.mailer.send(tx, keptFactorsMail({ email, name }, { kept, link: `${tx.app.config.publicUrl}/user/security` }))
}
