import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { LoginAnswer } from '@vesper/sync/vesper/api/login-answer.ts'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Cookie } from '../../../../infra/http/route.ts'
import { Session } from '../../../../infra/sessions/entity.ts'
import { issueSession } from '../../../../infra/sessions/sessions.ts'
import { notMeLink } from '../email/deny-login.ts'
import { newDeviceMail } from '../email/new-device-mail.ts'
import type { User } from '../entity.ts'
import { readOwnProfile } from '../profile/own-profile.ts'
import { deviceCookieOf, knownDevice } from './known-devices.ts'
import type { ReadCookie } from './known-devices.ts'

/** An account that is younger has no device yet that could be missed. */
const NEW_ACCOUNT_MS = 86_400_000

/** The browser that logs in. */
export type Device = { remember: boolean; userAgent: string; ip: string; cookie: ReadCookie }

/** A session that has begun. `cookie` makes its browser known to the account. */
export type Begun = { answer: LoginAnswer; cookie: Cookie }

/**
 * Opens a session of the account that `identify` finds, which has shown its first factor. Refuses an account that has a
 * second one with the detail `secondFactor`, whose message is the id of the challenge, and `secondFactorWays`.
 */
export async function enter(app: App, device: Device, identify: (tx: Tx) => Promise<User>): Promise<Begun> {
  const entry = await transact(app, null, async (tx) => {
    const user = await identify(tx)
    return (await app.domains.factors.ask(tx, user, device)) ?? beginSession(tx, user, device)
  })
  if (!('challengeId' in entry)) return entry
  throw new Refusal('forbidden', 'Enter the code of your authenticator app.', [
    { path: 'secondFactor', message: entry.challengeId },
    { path: 'secondFactorWays', message: entry.ways.join(',') },
  ])
}

/** Opens a session of an account that has shown all its factors. A browser that it does not know is told of by mail. */
export async function beginSession(tx: Tx, user: User, device: Device): Promise<Begun> {
  const known = knownDevice(tx.app, user, device.cookie)
  const deviceId = known ?? randomUUID()
  if (known === null && !(await isFirstOf(tx, user))) await tellOfDevice(tx, user, device)
  const { remember, userAgent } = device
  const { token, expiresAt } = await issueSession(tx, { user, remember, userAgent, deviceId })
  const profile = await readOwnProfile(tx.app, tx.em, user)
  const answer = { token, expiresAt: expiresAt.toISOString(), user: profile }
  return { answer, cookie: deviceCookieOf(tx.app, user, deviceId) }
}

async function isFirstOf(tx: Tx, { id, createdAt }: User): Promise<boolean> {
  const isNew = tx.now.getTime() - createdAt.getTime() < NEW_ACCOUNT_MS
  return isNew && (await tx.em.count(Session, { userId: id })) === 0
}

async function tellOfDevice(tx: Tx, user: User, { ip, userAgent }: Device): Promise<void> {
  const { email, name } = user
  if (!email) return
  const link = await notMeLink(tx, { id: user.id, email })
  const country = tx.app.countryOf(ip)
  tx.app.mailer.send(tx, newDeviceMail({ email, name }, { userAgent, country, at: tx.now, link }))
}
