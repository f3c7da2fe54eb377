import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { User } from './entity.ts'
import { emailChangedMail, verificationMail } from './mails.ts'
import { createOneTimeToken, findOneTimeToken, retireOneTimeTokens, useOneTimeToken } from './one-time-tokens.ts'
import { currentUser } from './current-user.ts'
import { flushUnique, refuseTaken } from './unique-names.ts'

/** Sends the account a link that confirms its address, unless it was sent many already. */
export async function sendVerification(tx: Tx, user: User): Promise<void> {
  if (!user.email || user.emailVerifiedAt) return
  const recipient = { email: user.email, name: user.name }
  const token = await createOneTimeToken(tx, { userId: user.id, email: user.email, purpose: 'verify-email' })
  if (token)
    tx.app.mailer.send(tx, verificationMail(recipient, `${tx.app.config.publicUrl}/auth/verify?token=${token}`))
}

/** Sends the link to whoever has this address and has yet to confirm it; does nothing, in silence, when nobody has. */
export async function resendVerification(tx: Tx, email: string): Promise<void> {
  const user = await tx.em.findOne(User, { email, emailVerifiedAt: null, status: 'active' })
  if (user) await sendVerification(tx, user)
}

/**
 * Confirms the address that a link was sent to; refuses when the account has another address by now. Whoever did not get
 * the answer asks again: a link to an address that is confirmed has done its work, also by another link.
 */
export async function confirmEmail(tx: Tx, token: string): Promise<void> {
  if (await isConfirmed(tx, token)) return
  const { user, email } = await useOneTimeToken(tx, token, 'verify-email')
  if (user.email !== email) throw new Refusal('invalid', 'This link is for an address that the account no longer has.')
  user.emailVerifiedAt ??= tx.now
}

/** Waits for the one that confirms it just now. */
async function isConfirmed(tx: Tx, token: string): Promise<boolean> {
  const link = await findOneTimeToken(tx.em, token, 'verify-email')
  if (!link) return false
  const user = await tx.em.findOne(User, { id: link.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return user?.email === link.email && user.emailVerifiedAt !== null
}

/** Gives the acting account another address, to be confirmed anew, and tells the former one. */
export async function changeEmail(tx: Tx, email: string): Promise<User> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  if (user.email === email) return user
  await refuseTaken(tx, { email })
  if (user.email) tx.app.mailer.send(tx, emailChangedMail({ email: user.email, name: user.name }, email))
  // A link to the former address must not open the account any more.
  await retireOneTimeTokens(tx, { userId: user.id, purpose: 'verify-email' })
  await retireOneTimeTokens(tx, { userId: user.id, purpose: 'reset-password' })
  user.email = email
  user.emailVerifiedAt = null
  await flushUnique(tx)
  await sendVerification(tx, user)
  return user
}
