import { LockMode } from '@mikro-orm/core'
import type { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../context.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Performer } from '../../performers/entity.ts'
import { sendVerification } from '../email-commands.ts'
import { User } from '../entity.ts'
import { knownDevice } from './known-devices.ts'
import { countLogin, forgetLogins } from './login-limits.ts'
import { verifyPassword } from '../passwords.ts'
import type { PasswordInput } from '../passwords.ts'
import { issueSession } from '../../../infra/sessions/sessions.ts'
import { profileView } from '../views.ts'

export type LoginAttempt = PasswordInput & { username: string; remember: boolean; ip: string; userAgent: string } & {
  cookie: (name: string) => string | undefined
}

/**
 * Opens a session for an email or username and its password. An unknown name and a wrong password are one refusal,
 * after the same work. With `requireEmailVerification`, the right password of an unconfirmed address is refused with
 * the detail `emailVerification`, whose message is the address that a fresh link went to.
 */
export async function login(app: App, attempt: LoginAttempt): Promise<LoginAnswer> {
  const name = attempt.username.toLowerCase()
  const user = await app.orm.em.fork().findOne(User, whereNamed(name))
  const device = user && (await knownDevice(app, user.id, attempt.cookie))
  // By the account, which has two names.
  const counted = { account: user?.id ?? name, ip: attempt.ip, device }
  await countLogin(app, counted)
  const matches = await verifyPassword(user?.passwordHash ?? null, attempt)
  if (!user || !matches) throw incorrect()
  await forgetLogins(app, counted)
  if (user.status !== 'active') throw new Refusal('forbidden', 'This account is closed. Write to us to have it opened.')
  await requireConfirmed(app, user)
  return transact(app, null, (tx) => open(tx, user, attempt))
}

/** The password may have changed since it was checked: then the session must not begin. */
async function open(tx: Tx, { id, passwordHash }: User, attempt: LoginAttempt): Promise<LoginAnswer> {
  const user = await tx.em.findOne(
    User,
    { id, passwordHash, status: 'active' },
    { lockMode: LockMode.PESSIMISTIC_READ },
  )
  if (!user) throw incorrect()
  const { token, expiresAt } = await issueSession(tx, { user, ...attempt })
  const performer = await tx.em.findOne(Performer, { userId: id })
  return { token, expiresAt: expiresAt.toISOString(), user: profileView(user, performer) }
}

async function requireConfirmed(app: App, user: User): Promise<void> {
  const { requireEmailVerification } = await app.settings.read()
  if (!requireEmailVerification || !user.email || user.emailVerifiedAt) return
  await transact(app, null, (tx) => sendVerification(tx, user))
  throw new Refusal('forbidden', 'Confirm your email address first: open the link that we sent to you.', [
    { path: 'emailVerification', message: user.email },
  ])
}

/** The account of an email or username in lower case. */
export function whereNamed(name: string): { email: string } | { username: string } {
  return name.includes('@') ? { email: name } : { username: name }
}

function incorrect(): Refusal {
  return new Refusal('unauthenticated', 'Incorrect credentials!')
}
