import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { limitKey } from '../../../../infra/http/client-address.ts'
import { addressToConfirm, sendVerification } from '../email/change-email.ts'
import { oldestThatWants } from '../email/oldest-that-wants.ts'
import { User } from '../entity.ts'
import { refuseIfBusy } from '../passwords/in-hash-process.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import type { PasswordInput } from '../passwords/passwords.ts'
import { isStolen } from '../passwords/refuse-guessable.ts'
import { enter } from './begin-session.ts'
import type { Begun, Device } from './begin-session.ts'
import { countLogin, forgetLogins } from './count-login.ts'
import { knownDevice } from './known-devices.ts'

/** Accounts older than the list, and passwords that joined it since. */
const STOLEN = 'Your password is in a list of stolen ones. Change it under Account.'

export type LoginAttempt = PasswordInput & Device & { username: string }

/**
 * Opens a session for an email or username and its password. An unknown name and a wrong password are one refusal,
 * after the same work. With `requireEmailVerification`, the right password of an unconfirmed address is refused with
 * the detail `emailVerification`, whose message is the address that a fresh link went to. Refuses as `enter` does. A password
 * that is in a list of stolen ones opens the session with a notice: a lock would keep the owner out as well.
 */
export async function login(app: App, attempt: LoginAttempt): Promise<Begun> {
  refuseIfBusy(limitKey(attempt.ip))
  const name = attempt.username.toLowerCase()
  const owner = await app.orm.em.fork().findOne(User, whereNamed(name))
  const device = owner && knownDevice(app, owner, attempt.cookie)
  // Strangers by the name they give: a common count of an account's two names would tell that they are one account.
  const counted = { account: owner && device !== null ? owner.id : name, ip: attempt.ip, device }
  await countLogin(app, counted)
  const owns = (await verifyPassword(owner?.passwordHash ?? null, attempt, limitKey(attempt.ip))) && owner !== null
  if (owns) await forgetLogins(app, counted)
  const user = owns ? owner : await openedByWantedAddress(app, name, attempt)
  if (!user) throw incorrect()
  if (user.status === 'deactivated') throw closedAccount()
  await requireConfirmed(app, user)
  const begun = await enter(app, attempt, (tx) => stillOpened(tx, user))
  return isStolen(attempt) ? { ...begun, answer: { ...begun.answer, notice: STOLEN } } : begun
}

/**
 * An account that has yet to confirm the address it registered with logs in by it too. That takes the same work whether or
 * not another account owns the address, and lifts no limit: otherwise a registration would tell of the owner.
 */
async function openedByWantedAddress(app: App, name: string, attempt: LoginAttempt): Promise<User | null> {
  if (!name.includes('@')) return null
  const user = await oldestThatWants(app.orm.em.fork(), name)
  const matches = await verifyPassword(user?.passwordHash ?? null, attempt, limitKey(attempt.ip))
  return matches ? user : null
}

/** The password may have changed since it was checked: then the session must not begin. */
async function stillOpened(tx: Tx, { id, passwordHash }: User): Promise<User> {
  const unchanged = { id, passwordHash, status: { $ne: 'deactivated' as const } }
  const user = await tx.em.findOne(User, unchanged, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw incorrect()
  return user
}

export function closedAccount(): Refusal {
  return new Refusal('forbidden', 'This account is closed. Write to us to have it opened.')
}

/** Refuses an account that has yet to confirm its address, where the site asks for that; sends the link again. */
export async function requireConfirmed(app: App, user: User): Promise<void> {
  const { requireEmailVerification } = await app.settings.read()
  const email = addressToConfirm(user)
  if (!requireEmailVerification || user.emailVerifiedAt || email === null) return
  await transact(app, null, (tx) => sendVerification(tx, user))
  throw new Refusal('forbidden', 'Confirm your email address first: open the link that we sent to you.', [
    { path: 'emailVerification', message: email },
  ])
}

/** The account of an email or username in lower case. */
export function whereNamed(name: string): { email: string } | { username: string } {
  return name.includes('@') ? { email: name } : { username: name }
}

function incorrect(): Refusal {
  return new Refusal('unauthenticated', 'Incorrect credentials!')
}
