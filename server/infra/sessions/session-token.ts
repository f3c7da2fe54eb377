import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

const ISSUER = 'vesper'

/** The claims of a session's token: which session, whose. The session's row decides whether it still holds. */
export type SessionClaims = { sessionId: string; userId: string }

/** A signed token (JWT, HS256) for the session, good until `expiresAt`. */
export function signSessionToken(
  secret: Uint8Array,
  { sessionId, userId, now, expiresAt }: SessionClaims & { now: Date; expiresAt: Date },
): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(keyOf(secret))
}

/** The claims of a token that this server signed and that has not expired, else null. */
export async function readSessionToken(secret: Uint8Array, token: string, now: Date): Promise<SessionClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'sid'],
    })
    return { sessionId: String(payload['sid']), userId: String(payload.sub) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** A key of its own for this use, so that no other signature of the app can pass for a token. */
function keyOf(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'session-token', 32))
}
