import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { App } from '../context.ts'
import { actorOf } from '../database/actor-of.ts'
import type { Tx } from '../database/transaction.ts'
import { User } from './entity.ts'
import { countProof } from './login-limits.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { createOneTimeToken, findOneTimeToken, retireOneTimeTokens, useOneTimeToken } from './one-time-tokens.ts'
import { verifyPassword } from './passwords.ts'
import type { PasswordInput } from './passwords.ts'
import { endSessions } from './sessions.ts'

/**
 * Checks the current password of an account and answers its stored hash: proof for the commands below, which need that
 * it still is the stored one when they write. Refuses a wrong one as `invalid`, naming the field `source`.
 */
export async function proveCurrentPassword(app: App, userId: string, input: PasswordInput): Promise<string> {
  const stored = await hashToProve(app, userId)
  if (stored === null || !(await verifyPassword(stored, input))) throw wrongSource()
  return stored
}

/**
 * The same for a change of the password to `next`. [PASS-3] Null when `next` is the password already: whoever asks again
 * has not heard the answer.
 */
export async function proveForChange(
  app: App,
  userId: string,
  { source, next }: { source: PasswordInput; next: PasswordInput },
): Promise<string | null> {
  const stored = await hashToProve(app, userId)
  if (stored !== null && (await verifyPassword(stored, source))) return stored
  if (await verifyPassword(stored, next)) return null
  throw wrongSource()
}

async function hashToProve(app: App, userId: string): Promise<string | null> {
  await countProof(app, userId)
  return (await app.orm.em.fork().findOne(User, { id: userId }))?.passwordHash ?? null
}

/** Sets the acting account's password and ends its other sessions. `proof` is what `proveCurrentPassword` answered. */
export async function changePassword(
  tx: Tx,
  { proof, passwordHash }: { proof: string; passwordHash: string },
): Promise<User> {
  const { userId, sessionId } = actorOf(tx)
  const user = await tx.em.findOne(
    User,
    { id: userId, passwordHash: proof },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  if (!user) throw wrongSource()
  await storePassword(tx, user, passwordHash)
  await endSessions(tx, userId, { except: sessionId })
  return user
}

/** Sends a reset link to whoever has this address; does nothing, in silence, when nobody has. */
export async function requestReset(tx: Tx, email: string): Promise<void> {
  const user = await tx.em.findOne(User, { email, status: 'active' })
  if (!user) return
  const token = await createOneTimeToken(tx, { userId: user.id, email, purpose: 'reset-password' })
  if (!token) return
  const link = `${tx.app.config.publicUrl}/auth/reset?token=${token}`
  tx.app.mailer.send(tx, resetMail({ email, name: user.name }, link))
}

/** Sets the password with a reset link's token and ends every session. The link proves the address as well. */
export async function resetPassword(tx: Tx, token: string, passwordHash: string): Promise<void> {
  const { user, email } = await useOneTimeToken(tx, token, 'reset-password')
  if (user.email === email) user.emailVerifiedAt ??= tx.now
  await storePassword(tx, user, passwordHash)
  await endSessions(tx, user.id)
}

/**
 * [PASS-3] Whether a reset link that was used, and would still be valid, has set this very password: whoever asks again
 * has not heard the answer.
 */
export async function hasReset(app: App, token: string, input: PasswordInput): Promise<boolean> {
  const link = await findOneTimeToken(app.orm.em.fork(), token, 'reset-password')
  if (!link?.usedAt || link.expiresAt <= app.clock()) return false
  return verifyPassword(await hashToProve(app, link.userId), input)
}

async function storePassword(tx: Tx, user: User, passwordHash: string): Promise<void> {
  user.passwordHash = passwordHash
  await tx.em.flush()
  await retireOneTimeTokens(tx, user.id, 'reset-password')
  if (!user.email) return
  const link = `${tx.app.config.publicUrl}/auth/forgot`
  tx.app.mailer.send(tx, passwordChangedMail({ email: user.email, name: user.name }, link))
}

function wrongSource(): Refusal {
  const message = 'The current password is not right.'
  return new Refusal('invalid', message, [{ path: 'source', message }])
}
