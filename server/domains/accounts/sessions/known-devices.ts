import { createHash, hkdfSync, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { App } from '../../../context.ts'
import type { Cookie } from '../../../infra/http/route.ts'

/*
 * A device that has logged in to an account, or opened a link sent to its address, keeps a signed cookie. Guesses of
 * strangers count against the account; a device with this cookie counts for itself, so strangers never lock the owner out.
 * The cookie opens nothing: the password is asked for all the same.
 */

const ISSUER = 'vesper-device'
const LIFETIME_S = 365 * 86_400

/** The cookie that makes a device known to an account. One browser keeps one for each of its accounts. */
export async function deviceCookie(app: App, userId: string, known: string | null = null): Promise<Cookie> {
  const now = app.clock()
  const value = await new SignJWT({ device: known ?? randomUUID() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setExpirationTime(new Date(now.getTime() + LIFETIME_S * 1_000))
    .sign(keyOf(app.secret))
  return { name: nameOf(userId), value, path: '/api/auth', maxAgeSeconds: LIFETIME_S }
}

/** The id of the device if it is known to the account, else null. */
export async function knownDevice(
  app: App,
  userId: string,
  cookie: (name: string) => string | undefined,
): Promise<string | null> {
  const value = cookie(nameOf(userId))
  if (value === undefined) return null
  try {
    const { payload } = await jwtVerify(value, keyOf(app.secret), {
      ...{ algorithms: ['HS256'], issuer: ISSUER, subject: userId, currentDate: app.clock() },
      requiredClaims: ['exp', 'device'],
    })
    return String(payload['device'])
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Says nothing of the account to who reads the names of cookies. */
function nameOf(userId: string): string {
  return `vesper-device-${createHash('sha256').update(userId).digest('hex').slice(0, 16)}`
}

/** A key of its own for this use, so that no other signature of the app can pass for a cookie. */
function keyOf(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'known-device', 32))
}
