import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type { App } from '../context.ts'
import { actorOf } from '../database/actor-of.ts'
import { transact } from '../database/transaction.ts'
import type { Actor, Tx } from '../database/transaction.ts'
import { User } from './entity.ts'
import { countProof } from './login-limits.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { createOneTimeToken, findOneTimeToken, retireOneTimeTokens, useOneTimeToken } from './one-time-tokens.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { PasswordInput } from './passwords.ts'
import { endSessions } from './sessions.ts'

/**
 * Checks the current password of an account and answers its stored hash: proof for the commands below, which need that
 * it still is the stored one when they write. Refuses a wrong one as `invalid`, naming the field `source`.
 */
export async function proveCurrentPassword(app: App, userId: string, input: PasswordInput): Promise<string> {
  await countProof(app, userId)
  const user = await app.orm.em.fork().findOne(User, { id: userId })
  if (!user || !(await verifyPassword(user.passwordHash, input))) throw wrongSource()
  return user.passwordHash
}

/**
 * Changes the password of whoever acts from `source` to `next`, and ends their other sessions. [PASS-3] Where it is
 * `next` already, whoever asks again has not heard the answer: the same is answered, and holds.
 */
export async function replacePassword(
  app: App,
  actor: Actor,
  { source, next }: { source: PasswordInput; next: PasswordInput },
): Promise<void> {
  try {
    const proof = await proveCurrentPassword(app, actor.userId, source)
    const passwordHash = await hashPassword(next)
    await transact(app, actor, (tx) => changePassword(tx, { proof, passwordHash }))
  } catch (refusal) {
    if (!isInvalid(refusal)) throw refusal
    await proveCurrentPassword(app, actor.userId, next).catch((other: unknown) => {
      throw isInvalid(other) ? refusal : other
    })
    await transact(app, actor, (tx) => endSessions(tx, actor.userId, { except: actor.sessionId }))
  }
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
  await retireOneTimeTokens(tx, user.id, 'reset-password')
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

/**
 * Sets the password with a reset link's token and ends every session. The link proves the address as well. [PASS-3] Where
 * that link has set this very password, whoever asks again has not heard the answer: the same is answered.
 */
export async function resetPassword(app: App, token: string, input: PasswordInput): Promise<void> {
  const passwordHash = await hashPassword(input)
  try {
    await transact(app, null, (tx) => setPasswordByLink(tx, token, passwordHash))
  } catch (refusal) {
    if (!isInvalid(refusal) || !(await hasSet(app, token, input))) throw refusal
  }
}

async function setPasswordByLink(tx: Tx, token: string, passwordHash: string): Promise<void> {
  const { user, email } = await useOneTimeToken(tx, token, 'reset-password')
  if (user.email === email) user.emailVerifiedAt ??= tx.now
  await storePassword(tx, user, passwordHash)
  await endSessions(tx, user.id)
}

/** A link counts as used for as long as what it was used for stands. */
async function hasSet(app: App, token: string, input: PasswordInput): Promise<boolean> {
  const em = app.orm.em.fork()
  const link = await findOneTimeToken(em, token, 'reset-password')
  if (!link?.usedAt || link.expiresAt <= app.clock()) return false
  const user = await em.findOne(User, { id: link.userId })
  return verifyPassword(user?.passwordHash ?? null, input)
}

function isInvalid(cause: unknown): boolean {
  return cause instanceof Refusal && cause.kind === 'invalid'
}

async function storePassword(tx: Tx, user: User, passwordHash: string): Promise<void> {
  user.passwordHash = passwordHash
  await tx.em.flush()
  if (!user.email) return
  const link = `${tx.app.config.publicUrl}/auth/forgot`
  tx.app.mailer.send(tx, passwordChangedMail({ email: user.email, name: user.name }, link))
}

function wrongSource(): Refusal {
  const message = 'The current password is not right.'
  return new Refusal('invalid', message, [{ path: 'source', message }])
}
