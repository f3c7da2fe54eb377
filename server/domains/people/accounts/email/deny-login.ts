import type { Tx } from '../../../../infra/database/transaction.ts'
import { endSessions } from '../../../../infra/sessions/sessions.ts'
import { noPassword } from '../passwords/passwords.ts'
import { createOneTimeToken, findOneTimeToken, retireOneTimeTokens, useOneTimeToken } from './one-time-tokens.ts'
import { requestReset } from './request-reset.ts'

/** The link of a mail by which the owner says that a login or a change was another person's; null after many. */
export async function notMeLink(tx: Tx, { id, email }: { id: string; email: string }): Promise<string | null> {
  const token = await createOneTimeToken(tx, { userId: id, email, purpose: 'not-me' })
  return token && `${tx.app.config.publicUrl}/auth/verify?notMe=${token}`
}

/**
 * Ends all sessions by such a link. The password opens the account no longer, since somebody else knows it, and factors that
 * were added since the mail are removed. A link to choose a new password goes to the address.
 */
export async function denyLogin(tx: Tx, token: string): Promise<void> {
  const link = await findOneTimeToken(tx.em, token, 'not-me')
  const { user, email } = await useOneTimeToken(tx, token, 'not-me')
  tx.em.assign(user, { passwordHash: noPassword(), hasPassword: false })
  await tx.em.flush()
  await retireOneTimeTokens(tx, { userId: user.id, purpose: 'log-in' })
  await endSessions(tx, user.id)
  for (const denied of tx.app.domains.loginDenied) await denied(tx, user.id, link?.createdAt ?? tx.now)
  await requestReset(tx, email)
}
