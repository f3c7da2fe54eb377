import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { MailValue } from '../../site/mails/templates/template.ts'
import type { User } from '../accounts/entity.ts'
import { currentUser } from '../accounts/profile/current-user.ts'
import { Passkey, RecoveryCode, Totp } from './entity.ts'
import { factorChanges } from './factor-changes.ts'
import { hasFactor } from './queries.ts'
import { firstRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { tellOwner } from './tell-owner.ts'
import { newTotpSecret, spendNewCode, totpAddress, totpSeal } from './totp.ts'

/** Begins with an authenticator app, which counts once a code has confirmed it. One that is confirmed holds until then. */
export async function proposeTotp(tx: Tx): Promise<{ secret: string; address: string }> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  const secret = newTotpSecret()
  const sealed = tx.app.sealer.seal(secret, totpSeal(user.id))
  const found = await tx.em.findOne(Totp, { userId: user.id })
  if (!found) tx.em.create(Totp, { userId: user.id, secret: sealed, createdAt: tx.now })
  else if (found.confirmedAt) found.nextSecret = sealed
  else found.secret = sealed
  return { secret, address: totpAddress(secret, user.username ?? user.email ?? user.name) }
}

/** Confirms the authenticator app by its code. Answers recovery codes where the account has none. */
export async function confirmTotp(tx: Tx, code: string): Promise<string[]> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  if (!(await spendNewCode(tx, user.id, code))) {
    const message = 'This is not the present code of the app. Take the next one.'
    throw new Refusal('invalid', message, [{ path: 'code', message }])
  }
  await tellOwner(tx, user, factorChanges.totpAdded)
  return firstRecoveryCodes(tx, user.id)
}

/** Removes the authenticator app; one that is not there is removed already. */
export async function removeTotp(tx: Tx): Promise<void> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  const found = await tx.em.findOne(Totp, { userId: user.id })
  if (!found) return
  await tx.em.nativeDelete(Totp, { userId: user.id })
  if (found.confirmedAt) await afterRemoval(tx, user, factorChanges.totpRemoved)
}

/** Removes a passkey; one that is not there is removed already. */
export async function removePasskey(tx: Tx, id: string): Promise<void> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  const found = await tx.em.findOne(Passkey, { id, userId: user.id })
  if (!found) return
  await tx.em.nativeDelete(Passkey, { id })
  await afterRemoval(tx, user, factorChanges.passkeyRemoved(found.name))
}

export async function renamePasskey(tx: Tx, id: string, name: string): Promise<void> {
  const found = await tx.em.findOne(Passkey, { id, userId: requireActor(tx).userId })
  if (!found) throw new Refusal('not-found', 'There is no such passkey.')
  found.name = name
}

/** Gives the account new recovery codes; the former ones are good for nothing. Refuses an account without a second factor. */
export async function renewRecoveryCodes(tx: Tx): Promise<string[]> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  if (!(await hasFactor(tx.em, user.id))) throw new Refusal('conflict', 'Add a passkey or an authenticator app first.')
  await tellOwner(tx, user, factorChanges.codesRenewed)
  return replaceRecoveryCodes(tx, user.id)
}

/** Recovery codes stand in for a factor: without one they go too. */
async function afterRemoval(tx: Tx, user: User, sentence: MailValue): Promise<void> {
  const isLast = !(await hasFactor(tx.em, user.id))
  for (const needs of isLast ? tx.app.domains.needsFactor : []) {
    const reason = await needs(tx.em, user.id)
    if (reason !== null) throw new Refusal('conflict', reason)
  }
  if (isLast) await tx.em.nativeDelete(RecoveryCode, { userId: user.id })
  await tellOwner(tx, user, sentence)
}
