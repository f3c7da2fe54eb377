import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { endSessions } from '../../../../infra/sessions/sessions.ts'
import { User } from '../entity.ts'
import { currentUser } from '../profile/current-user.ts'
import { flushUnique } from '../refuse-taken.ts'
import { standingChanged } from '../standing-changed.ts'
import { addressInUseMail, emailChangedMail, emailRequestedMail, verificationMail } from './mails.ts'
import { createOneTimeToken, findOneTimeToken, retireOneTimeTokens, useOneTimeToken } from './one-time-tokens.ts'
import { removeOtherLogins } from './other-logins.ts'
import { requestReset } from './request-reset.ts'

/** The address that the account has yet to confirm, null for none. */
export function addressToConfirm({ email, emailVerifiedAt, pendingEmail }: User): string | null {
  return pendingEmail ?? (emailVerifiedAt == null ? (email ?? null) : null)
}

/** Notes the address that an account wants, and sends the link that confirms it there. */
export async function proposeEmail(tx: Tx, user: User, email: string): Promise<void> {
  user.pendingEmail = email
  await tx.em.flush()
  await sendVerification(tx, user)
}

/**
 * Sends the account a link that confirms its address, unless it was sent many already. Where the address is another
 * account's, its owner is told so instead, and nobody else.
 */
export async function sendVerification(tx: Tx, user: User): Promise<void> {
  const email = addressToConfirm(user)
  if (email === null) return
  const token = await createOneTimeToken(tx, { userId: user.id, email, purpose: 'verify-email' })
  if (!token) return
  const { publicUrl } = tx.app.config
  const owner = await tx.em.findOne(User, { email, emailVerifiedAt: { $ne: null }, id: { $ne: user.id } })
  const mail = owner
    ? addressInUseMail({ email, name: owner.name }, `${publicUrl}/auth/forgot`)
    : verificationMail({ email, name: user.name }, `${publicUrl}/auth/verify?token=${token}`)
  tx.app.mailer.send(tx, mail)
}

/**
 * Sends the link to who has this address and has yet to confirm it; does nothing, in silence, when nobody has. A signed-in
 * account asks for itself alone: others may want the same address.
 */
export async function resendVerification(tx: Tx, email: string, accountId: string | null): Promise<void> {
  const wanting = { $or: [{ pendingEmail: email }, { email, emailVerifiedAt: null }] }
  const whose = accountId === null ? {} : { id: accountId }
  const found = { ...whose, ...wanting, status: { $ne: 'deactivated' as const } }
  for (const user of await tx.em.find(User, found, { orderBy: { createdAt: 'desc' }, limit: 1 })) {
    await sendVerification(tx, user)
  }
}

/**
 * Confirms the address that a link was sent to, which holds from then on; refuses when the account wants another by now, or
 * another account has it. `confirmedBy` is the account of the session that confirms, null without one. A caller who did not
 * get the answer asks again: a link to an address that is confirmed has done its work, also by another link.
 */
export async function confirmEmail(tx: Tx, token: string, confirmedBy: string | null): Promise<void> {
  if (await isConfirmed(tx, token)) return
  const { user, email } = await useOneTimeToken(tx, token, 'verify-email')
  if (addressToConfirm(user) !== email) {
    throw new Refusal('invalid', 'This link is for an address that the account no longer has.')
  }
  await takeEmail(tx, user, { email, isSignedIn: confirmedBy === user.id })
}

/**
 * Makes a proven address the account's. The first one that an account proves shows whose the account is: until then, anybody
 * may have linked a login to it. Such logins are removed, unless a session of the account proves the address. The former one
 * gets a link that undoes it within 48 hours. An address that another account has never confirmed is not its own; one that it
 * has is refused.
 */
export async function takeEmail(
  tx: Tx,
  user: User,
  { email, isSignedIn = false }: { email: string; isSignedIn?: boolean },
): Promise<void> {
  const holder = await tx.em.findOne(User, { email, id: { $ne: user.id } }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (holder?.emailVerifiedAt) throw new Refusal('conflict', 'There is already an account with this email address.')
  if (holder) {
    tx.em.assign(holder, { email: null, pendingEmail: email })
    await tx.em.flush()
  }
  const former = user.emailVerifiedAt && user.email !== email ? user.email : null
  if (former) await offerUndo(tx, { user, former, email })
  const isFirst = user.emailVerifiedAt == null
  tx.em.assign(user, { email, pendingEmail: null, emailVerifiedAt: tx.now })
  // A link to the former address must not open the account any more.
  await retireOneTimeTokens(tx, { userId: user.id, purpose: 'reset-password' })
  await flushUnique(tx)
  for (const changed of tx.app.domains.addressChanged) await changed(tx, user.id)
  if (isFirst) await standingChanged(tx, user.id)
  if (isFirst && !isSignedIn) await removeOtherLogins(tx, user)
}

/**
 * Gives an account its former address back by the link that went there, and ends its sessions: somebody else may hold one,
 * know the password, and have linked logins, which are removed. A link to choose a new one goes to the address.
 */
export async function undoEmail(tx: Tx, token: string): Promise<void> {
  const { user, email } = await useOneTimeToken(tx, token, 'undo-email')
  tx.em.assign(user, { email, pendingEmail: null, emailVerifiedAt: tx.now })
  for (const changed of tx.app.domains.addressChanged) await changed(tx, user.id)
  for (const purpose of ['verify-email', 'reset-password', 'log-in'] as const) {
    await retireOneTimeTokens(tx, { userId: user.id, purpose })
  }
  await flushUnique(tx)
  await endSessions(tx, user.id)
  await removeOtherLogins(tx, user)
  await requestReset(tx, email)
}

/** Waits for the one that confirms it just now. */
async function isConfirmed(tx: Tx, token: string): Promise<boolean> {
  const link = await findOneTimeToken(tx.em, token, 'verify-email')
  if (!link) return false
  const user = await tx.em.findOne(User, { id: link.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return user?.email === link.email && user.emailVerifiedAt !== null
}

/**
 * Has the acting account want another address; the one that it has holds until the new one is confirmed. Its own address
 * again takes the wish back. The answer is the same for an address that another account has.
 */
export async function changeEmail(tx: Tx, email: string): Promise<User> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  await wantEmail(tx, user, email)
  return user
}

/** The same for an account that the caller has locked; false where it wants this address already. */
export async function wantEmail(tx: Tx, user: User, email: string): Promise<boolean> {
  if (email === (user.pendingEmail ?? user.email)) return false
  // A link to what was wanted before confirms nothing any more.
  await retireOneTimeTokens(tx, { userId: user.id, purpose: 'verify-email' })
  if (email === user.email) {
    user.pendingEmail = null
    return true
  }
  const { name, emailVerifiedAt } = user
  if (user.email && emailVerifiedAt) tx.app.mailer.send(tx, emailRequestedMail({ email: user.email, name }, email))
  // An address that never was confirmed holds nothing.
  else await retireOneTimeTokens(tx, { userId: user.id, purpose: 'reset-password' })
  if (!emailVerifiedAt) user.email = null
  await proposeEmail(tx, user, email)
  return true
}

async function offerUndo(
  tx: Tx,
  { user, former, email }: { user: User; former: string; email: string },
): Promise<void> {
  const token = await createOneTimeToken(tx, { userId: user.id, email: former, purpose: 'undo-email' })
  const link = token && `${tx.app.config.publicUrl}/auth/verify?undo=${token}`
  tx.app.mailer.send(tx, emailChangedMail({ email: former, name: user.name }, email, link))
}
