import type { Tx } from '../../../../infra/database/transaction.ts'
import { loginLinkMail } from '../email/mails.ts'
import { oldestThatWants } from '../email/oldest-that-wants.ts'
import { createOneTimeToken, useOneTimeToken } from '../email/one-time-tokens.ts'
import { User } from '../entity.ts'
import { whereNamed } from './login.ts'

/**
 * Sends the account of this email or username a link that lets a device log in past the limits. Does nothing, in silence,
 * where there is none. The link opens nothing by itself: the password is asked for all the same.
 */
export async function sendLoginLink(tx: Tx, name: string): Promise<void> {
  const named = name.toLowerCase()
  const user = (await tx.em.findOne(User, whereNamed(named))) ?? (await oldestThatWants(tx.em, named))
  const email = user?.email ?? user?.pendingEmail
  if (!user || user.status === 'deactivated' || !email) return
  const token = await createOneTimeToken(tx, { userId: user.id, email, purpose: 'log-in' })
  if (!token) return
  const link = `${tx.app.config.publicUrl}/auth/login?unlock=${token}`
  tx.app.mailer.send(tx, loginLinkMail({ email, name: user.name }, link))
}

/** Uses such a link up; gives the id of the account that the device is known to from now on. */
export async function openLoginLink(tx: Tx, token: string): Promise<string> {
  const { user } = await useOneTimeToken(tx, token, 'log-in')
  return user.id
}
