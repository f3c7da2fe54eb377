import { randomUUID } from 'node:crypto'
import { deriveRing } from '../../crypto/key-ring.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { inSeconds, readToken, signToken } from '../../crypto/sign-token.ts'
import type { RtcGrant } from '../stream-engine.ts'

const ISSUER = 'rtc'
const LIFE_S = 60

type TokensOptions = { secret: KeyRing; clock: () => Date }

/** The tokens of the embedded engine: each opens one room once, in one role, within a minute. */
export class RtcTokens {
  readonly #keys: KeyRing
  readonly #clock: () => Date
  /** When the token may be forgotten, in seconds, by its id. */
  readonly #used = new Map<string, number>()
  /** When an account, or one session of it, was removed from a room, in milliseconds. */
  readonly #removals = new Map<string, number>()
  /** The latest moment that a token has, in milliseconds. */
  #latest = 0

  constructor({ secret, clock }: TokensOptions) {
    // Keys of their own for this use, so that no other signature of the app can pass for a token.
    this.#keys = deriveRing(secret, 'rtc-token')
    this.#clock = clock
  }

  make({ room, role, userId, sessionId }: RtcGrant): { token: string; expiresAt: number } {
    const now = this.#clock()
    // Made in the very millisecond of a removal, it is still made after it.
    const at = Math.max(now.getTime(), this.#removedAt({ room, userId, sessionId }) + 1)
    this.#latest = Math.max(this.#latest, at)
    const exp = inSeconds(now) + LIFE_S
    const claims = { iss: ISSUER, aud: ISSUER, sub: userId, sid: sessionId, room, role, jti: randomUUID(), at, exp }
    return { token: signToken(this.#keys, claims), expiresAt: exp }
  }

  /** Reads a token and uses it up. Null for one that does not hold. */
  redeem(token: string): RtcGrant | null {
    const now = this.#clock()
    this.#forget(now)
    const claims = readToken(this.#keys, token, { issuer: ISSUER, now })
    const grant = claims && grantOf(claims)
    if (!grant || claims['aud'] !== ISSUER) return null
    const [jti, at] = [claims['jti'], claims['at']]
    if (typeof jti !== 'string' || typeof at !== 'number') return null
    if (this.#used.has(jti) || at <= this.#removedAt(grant)) return null
    this.#used.set(jti, claims.exp)
    return grant
  }

  /** Tokens of the account so far, or of one session of it, hold no longer in the room. */
  revoke(room: string, { userId, sessionId }: { userId: string; sessionId?: string }): void {
    const now = this.#clock()
    this.#forget(now)
    this.#removals.set(
      keyOf([room, userId, ...(sessionId === undefined ? [] : [sessionId])]),
      Math.max(now.getTime(), this.#latest),
    )
  }

  #removedAt({ room, userId, sessionId }: Pick<RtcGrant, 'room' | 'userId' | 'sessionId'>): number {
    const times = [
      [room, userId],
      [room, userId, sessionId],
    ].map((key) => this.#removals.get(keyOf(key)) ?? 0)
    return Math.max(...times)
  }

  /** Drops all that is older than every token that holds. */
  #forget(now: Date): void {
    for (const [jti, until] of this.#used) if (until <= inSeconds(now)) this.#used.delete(jti)
    for (const [key, at] of this.#removals) {
      if (at + 2 * LIFE_S * 1_000 < now.getTime()) this.#removals.delete(key)
    }
  }
}

function grantOf({ sub, sid, room, role }: Record<string, unknown>): RtcGrant | null {
  const isWhole = [sub, sid, room].every((text) => typeof text === 'string') && (role === 'publish' || role === 'view')
  return isWhole ? { userId: sub as string, sessionId: sid as string, room: room as string, role } : null
}

function keyOf(parts: readonly string[]): string {
  return JSON.stringify(parts)
}
