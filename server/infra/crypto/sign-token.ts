import { createHmac, timingSafeEqual } from 'node:crypto'
import { candidates } from './key-ring.ts'
import type { KeyRing, RingKey } from './key-ring.ts'

/** The claims of a token (JWT): `iss` is the use it was made for, `exp` in seconds. */
export type Claims = { iss: string; exp: number } & Record<string, unknown>

/**
 * A JWT with HS256, of the first key, which it names (`kid`). Made and read by the thread that asks: every call brings one, and libuv's threads may be busy with
 * slower work for seconds.
 */
export function signToken([{ id, secret }]: KeyRing, claims: Claims): string {
  const signed = `${encode({ alg: 'HS256', kid: id })}.${encode(claims)}`
  return `${signed}.${hmac(secret, signed).toString('base64url')}`
}

/** The claims of a token of these keys and this use that has not expired, else null. A token without `kid` may be of any key. */
export function readToken(ring: KeyRing, token: string, { issuer, now }: { issuer: string; now: Date }): Claims | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  const { alg, kid } = decode(header) ?? {}
  if (alg !== 'HS256' || !(kid === undefined || typeof kid === 'string')) return null
  const given = Buffer.from(signature, 'base64url')
  const isOf = (secret: Uint8Array): boolean => {
    const expected = hmac(secret, `${header}.${payload}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if (!candidates(ring, kid).some(({ secret }) => isOf(secret))) return null
  const claims = decode(payload)
  if (claims?.['iss'] !== issuer) return null
  const { exp } = claims
  // RFC 7519: not on the expiration time or after it.
  return typeof exp === 'number' && exp > inSeconds(now) ? { ...claims, iss: issuer, exp } : null
}

/** The key of a ring that a token names; the first one where it names none of them. It may be forged: ask `readToken` first. */
export function keyNamedBy(ring: KeyRing, token: string): RingKey {
  const kid = decode(token.split('.')[0] ?? '')?.['kid']
  return ring.find(({ id }) => id === kid) ?? ring[0]
}

/** A date as tokens have it. */
export function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
