import type { Tx } from '../../../../infra/database/transaction.ts'
import { endSessions } from '../../../../infra/sessions/sessions.ts'
import { noPassword } from '../passwords/passwords.ts'
import { createOneTimeToken, oldestOpenSince, retireOneTimeTokens, useOneTimeToken } from './one-time-tokens.ts'
import { removeOtherLogins } from './other-logins.ts'
import { requestReset } from './request-reset.ts'

/** The link of a mail by which the owner says that a login or a change was another person's; null after many. */
export async function notMeLink(tx: Tx, { id, email }: { id: string; email: string }): Promise<string | null> {
  const token = await createOneTimeToken(tx, { userId: id, email, purpose: 'not-me' })
  return token && `${tx.app.config.publicUrl}/auth/verify?notMe=${token}`
}

/**
 * Ends all sessions by such a link. Whatever somebody else may know or have added opens the account no longer: its password,
 * links that are under way, logins of other sites, a wish for another address, and factors (`loginDenied`) since the oldest
 * mail whose link is still open, since the mail of the first intrusion need not be the one that the owner opens. A link to
 * choose a new password goes to the address.
 */
export async function denyLogin(tx: Tx, token: string): Promise<void> {
  const since = await oldestOpenSince(tx, token, 'not-me')
  const { user, email } = await useOneTimeToken(tx, token, 'not-me')
  // An account that has given its address up for one that it never confirmed has this way back alone.
  const pendingEmail = user.email == null ? email : null
  tx.em.assign(user, { passwordHash: noPassword(), hasPassword: false, pendingEmail })
  await tx.em.flush()
  for (const purpose of ['verify-email', 'reset-password', 'log-in'] as const) {
    await retireOneTimeTokens(tx, { userId: user.id, purpose })
  }
  await endSessions(tx, user.id)
  for (const denied of tx.app.domains.loginDenied) await denied(tx, user.id, since ?? tx.now)
  await removeOtherLogins(tx, user)
  await requestReset(tx, email)
}
