import { createHash, randomUUID } from 'node:crypto'
import type { App } from '../../../../app.ts'
import { derivedFrom } from '../../../../infra/crypto/key-ring.ts'
import type { KeyRing } from '../../../../infra/crypto/key-ring.ts'
import { inSeconds, readToken, signToken } from '../../../../infra/crypto/sign-token.ts'
import type { Cookie } from '../../../../infra/http/route.ts'
import { User } from '../entity.ts'

/*
 * A device that has logged in to an account, or opened a link sent to its address, keeps a signed cookie. Guesses of
 * strangers count against the account; a device with this cookie counts for itself, so strangers never lock the owner out.
 * The cookie opens nothing: the password is asked for all the same. A new password ends the cookies of all devices.
 */

const ISSUER = 'vesper-device'
const LIFETIME_S = 365 * 86_400

type Account = Pick<User, 'id' | 'passwordHash'>
export type ReadCookie = (name: string) => string | undefined

/**
 * The cookie that makes this device known to an account; a device that is known already keeps its number. One browser
 * keeps one cookie for each of its accounts.
 */
export async function deviceCookie(app: App, userId: string, cookie: ReadCookie = () => undefined): Promise<Cookie> {
  const user = await app.orm.em.fork().findOneOrFail(User, { id: userId })
  return deviceCookieOf(app, user, knownDevice(app, user, cookie) ?? randomUUID())
}

/** The cookie of a device with this number. */
export function deviceCookieOf(app: App, user: Account, device: string): Cookie {
  const exp = inSeconds(app.clock()) + LIFETIME_S
  const value = signToken(keysOf(app.secret, user), { device, iss: ISSUER, sub: user.id, exp })
  return { name: nameOf(user.id), value, path: '/api/auth', maxAgeSeconds: LIFETIME_S }
}

/** The id of the device if it is known to the account, else null. */
export function knownDevice(app: App, user: Account, cookie: ReadCookie): string | null {
  const value = cookie(nameOf(user.id))
  if (value === undefined) return null
  const claims = readToken(keysOf(app.secret, user), value, { issuer: ISSUER, now: app.clock() })
  const device = claims?.['sub'] === user.id ? claims['device'] : undefined
  return typeof device === 'string' ? device : null
}

/** Says nothing of the account to who reads the names of cookies. */
function nameOf(userId: string): string {
  return `vesper-device-${createHash('sha256').update(userId).digest('hex').slice(0, 16)}`
}

/** Keys of their own for this use and this password: no other signature of the app passes for a cookie. */
function keysOf(ring: KeyRing, { passwordHash }: Account): KeyRing {
  return derivedFrom(ring, 'known-device', passwordHash)
}
