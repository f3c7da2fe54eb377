import * as v from 'valibot'
import { deriveRing } from '../crypto/key-ring.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import { inSeconds, readToken, signToken } from '../crypto/sign-token.ts'
import { stepUpProofs } from './entity.ts'
import type { StepUpProof } from './entity.ts'

const ISSUER = 'vesper'

/**
 * The claims of a session's token: which session, whose, and of which generation. The session's row decides whether it
 * still holds. `elevation`: a step-up has issued it, and it is elevated before `until`.
 */
export type SessionClaims = {
  sessionId: string
  userId: string
  generation: number
  elevation: { until: Date; by: StepUpProof } | null
}

const Elevation = v.object({ eun: v.number(), eby: v.picklist(stepUpProofs) })

/** A signed token (JWT, HS256) for the session, good until `expiresAt`. */
export function signSessionToken(
  ring: KeyRing,
  { sessionId, userId, generation, elevation, now, expiresAt }: SessionClaims & { now: Date; expiresAt: Date },
): string {
  const times = { iat: inSeconds(now), exp: inSeconds(expiresAt) }
  const elevated = elevation ? { eun: elevation.until.getTime(), eby: elevation.by } : {}
  return signToken(keysOf(ring), { sid: sessionId, iss: ISSUER, sub: userId, gen: generation, ...elevated, ...times })
}

/** The claims of a token that this server signed and that has not expired, else null. */
export function readSessionToken(ring: KeyRing, token: string, now: Date): SessionClaims | null {
  const claims = readToken(keysOf(ring), token, { issuer: ISSUER, now })
  // Tokens without a generation are of the first one.
  const [sessionId, userId, generation = 0] = [claims?.['sid'], claims?.['sub'], claims?.['gen']]
  if (typeof sessionId !== 'string' || typeof userId !== 'string' || typeof generation !== 'number') return null
  const elevated = v.safeParse(Elevation, claims)
  const elevation = elevated.success ? { until: new Date(elevated.output.eun), by: elevated.output.eby } : null
  return { sessionId, userId, generation, elevation }
}

/** The claims of a token that this server signed, be it expired: its device may have yet to hear that it has to wipe. */
export function readEndedToken(ring: KeyRing, token: string): SessionClaims | null {
  return readSessionToken(ring, token, new Date(0))
}

/**
 * Decides if a token is good for a session whose tokens are of this `generation`: it holds, its first use makes it hold and
 * ends the former ones, or it is dead for good. A later one takes over however late it comes: its client may have dropped
 * the former one when it stored this.
 */
export function holdOf(claims: SessionClaims, generation: number): 'holds' | 'takes over' | 'dead' {
  if (claims.generation === generation) return 'holds'
  return claims.generation > generation ? 'takes over' : 'dead'
}

/** Keys of their own for this use, so that no other signature of the app can pass for a token. */
function keysOf(ring: KeyRing): KeyRing {
  return deriveRing(ring, 'session-token')
}
