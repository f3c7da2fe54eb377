import { hkdfSync } from 'node:crypto'
import { inSeconds, readToken, signToken } from '../crypto/sign-token.ts'

const ISSUER = 'vesper'

/** The claims of a session's token: which session, whose. The session's row decides whether it still holds. */
export type SessionClaims = { sessionId: string; userId: string }

const keys = new WeakMap<Uint8Array, Uint8Array>()

/** A signed token (JWT, HS256) for the session, good until `expiresAt`. */
export function signSessionToken(
  secret: Uint8Array,
  { sessionId, userId, now, expiresAt }: SessionClaims & { now: Date; expiresAt: Date },
): string {
  const times = { iat: inSeconds(now), exp: inSeconds(expiresAt) }
  return signToken(keyOf(secret), { sid: sessionId, iss: ISSUER, sub: userId, ...times })
}

/** The claims of a token that this server signed and that has not expired, else null. */
export function readSessionToken(secret: Uint8Array, token: string, now: Date): SessionClaims | null {
  const claims = readToken(keyOf(secret), token, { issuer: ISSUER, now })
  const [sessionId, userId] = [claims?.['sid'], claims?.['sub']]
  return typeof sessionId === 'string' && typeof userId === 'string' ? { sessionId, userId } : null
}

/** A key of its own for this use, so that no other signature of the app can pass for a token. */
function keyOf(secret: Uint8Array): Uint8Array {
  const key = keys.get(secret) ?? new Uint8Array(hkdfSync('sha256', secret, '', 'session-token', 32))
  keys.set(secret, key)
  return key
}
