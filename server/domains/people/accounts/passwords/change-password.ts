import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { limitKey } from '../../../../infra/http/client-address.ts'
import { Session } from '../../../../infra/sessions/entity.ts'
import { endSessions } from '../../../../infra/sessions/sessions.ts'
import { unauthenticated } from '../../../../infra/sessions/unauthenticated.ts'
import { addressToConfirm, takeEmail } from '../email/change-email.ts'
import { passwordChangedMail } from '../email/mails.ts'
import { hasUsed, retireOneTimeTokens, useOneTimeToken } from '../email/one-time-tokens.ts'
import { listOtherLogins } from '../email/other-logins.ts'
import { User } from '../entity.ts'
import { currentUser } from '../profile/current-user.ts'
import { countProof } from '../sessions/count-login.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { PasswordInput } from './passwords.ts'
import { refuseGuessable, refuseNames } from './refuse-guessable.ts'

/** A change that was let through; `proof`: the stored hash that was proven, and must still be stored when it is written. */
export type PasswordChange = { proof: string; passwordHash: string }

type Passwords = { source: PasswordInput; next: PasswordInput }

/** The caller does not know the current password. */
class WrongPassword extends Refusal {
  constructor() {
    const message = 'The current password is not right.'
    super('invalid', message, [{ path: 'source', message }])
  }
}

/** The proof no longer holds: another call has been quicker. */
export class StaleProof extends WrongPassword {}

/**
 * Checks the current password of an account and answers its stored hash, for `lockProven`. Refuses a wrong one as
 * `invalid`, naming the field `source`.
 */
export async function proveCurrentPassword(app: App, userId: string, input: PasswordInput): Promise<string> {
  const proof = await provenHash(app, userId, input)
  if (proof === null) throw new WrongPassword()
  return proof
}

/**
 * Checks and hashes what `changePassword` writes, before its transaction begins, since hashing takes time. Refuses a wrong
 * `source`. Where the password is `next` already, whoever asks again has not heard the answer: the change leaves
 * it as it is.
 */
export async function preparePasswordChange(
  app: App,
  userId: string,
  { source, next }: Passwords,
): Promise<PasswordChange> {
  const proof = await provenHash(app, userId, source)
  if (proof !== null) {
    const { username, email } = await app.orm.em.fork().findOneOrFail(User, { id: userId })
    await refuseGuessable(app, next, { username, email })
    return { proof, passwordHash: await hashPassword(next, userId) }
  }
  const present = await provenHash(app, userId, next)
  if (present === null) throw new WrongPassword()
  return { proof: present, passwordHash: present }
}

/** Proves and writes; once more where another call has been quicker, which may have asked for the same. */
export async function whileProofHolds<Result>(proveAndWrite: () => Promise<Result>): Promise<Result> {
  try {
    return await proveAndWrite()
  } catch (error) {
    if (!(error instanceof StaleProof)) throw error
    return proveAndWrite()
  }
}

/** Changes the password of whoever acts from `source` to `next`, and ends their other sessions. */
export async function replacePassword(app: App, actor: Actor, passwords: Passwords): Promise<void> {
  await whileProofHolds(async () => {
    const change = await preparePasswordChange(app, actor.userId, passwords)
    await transact(app, actor, (tx) => changePassword(tx, change))
  })
}

/** Sets the acting account's password and ends its other sessions. */
export async function changePassword(tx: Tx, { proof, passwordHash }: PasswordChange): Promise<void> {
  const user = await lockProven(tx, proof)
  if (passwordHash !== proof) {
    await storePassword(tx, user, passwordHash)
    await retireOneTimeTokens(tx, { userId: user.id, purpose: 'reset-password' })
  }
  await endSessions(tx, user.id, { except: requireActor(tx).sessionId })
}

/** The acting account under its lock, if its password still is the one that was proven, and the session still open. */
export async function lockProven(tx: Tx, proof: string): Promise<User> {
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  if (user.passwordHash !== proof) throw new StaleProof()
  const open = await tx.em.count(Session, { id: requireActor(tx).sessionId, revokedAt: null })
  if (open === 0) throw unauthenticated()
  return user
}

/**
 * Sets the password with a reset link's token and ends every session. The link proves the address as well. `attempt` is made
 * by the caller: with the same one again, the link that it used up answers the same, since the answer may have been lost.
 * Any other call with a used link is refused, whichever password it names.
 */
export async function resetPassword(
  app: App,
  { token, attempt, ip }: { token: string; attempt?: string | undefined; ip: string },
  input: PasswordInput,
): Promise<void> {
  await refuseGuessable(app, input, {})
  const passwordHash = await hashPassword(input, limitKey(ip))
  await transact(app, null, async (tx) => {
    if (attempt !== undefined && (await hasUsed(tx, token, attempt))) return
    const { user, email } = await useOneTimeToken(tx, token, 'reset-password', attempt)
    refuseNames(input, user)
    if (addressToConfirm(user) === email) await takeEmail(tx, user, { email })
    await storePassword(tx, user, passwordHash)
    await endSessions(tx, user.id)
  })
}

/** The stored hash of an account if this is its password. Counts as an attempt from an open session. */
async function provenHash(app: App, userId: string, input: PasswordInput): Promise<string | null> {
  await countProof(app, userId)
  return hashOpenedBy(app, userId, input)
}

async function hashOpenedBy(app: App, userId: string, input: PasswordInput): Promise<string | null> {
  const user = await app.orm.em.fork().findOne(User, { id: userId })
  return user && (await verifyPassword(user.passwordHash, input, userId)) ? user.passwordHash : null
}

async function storePassword(tx: Tx, user: User, passwordHash: string): Promise<void> {
  tx.em.assign(user, { passwordHash, hasPassword: true })
  await tx.em.flush()
  if (!user.email) return
  const { publicUrl } = tx.app.config
  const links = {
    accountLink: `${publicUrl}/${user.isPerformer ? 'creator' : 'user'}/account`,
    forgotLink: `${publicUrl}/auth/forgot`,
  }
  const logins = await listOtherLogins(tx, user.id)
  tx.app.mailer.send(tx, passwordChangedMail({ email: user.email, name: user.name }, { logins, ...links }))
}
