import { createHmac, timingSafeEqual } from 'node:crypto'

/** The claims of a token (JWT): `iss` is the use it was made for, `exp` in seconds. */
export type Claims = { iss: string; exp: number } & Record<string, unknown>

const HEADER = encode({ alg: 'HS256' })

/**
 * A JWT with HS256. Made and read by the thread that asks: every call brings one, and libuv's threads may be busy with
 * slower work for seconds.
 */
export function signToken(key: Uint8Array, claims: Claims): string {
  const signed = `${HEADER}.${encode(claims)}`
  return `${signed}.${hmac(key, signed).toString('base64url')}`
}

/** The claims of a token of this key and use that has not expired, else null. */
export function readToken(
  key: Uint8Array,
  token: string,
  { issuer, now }: { issuer: string; now: Date },
): Claims | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = hmac(key, `${header}.${payload}`)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const claims = decode(payload)
  if (decode(header)?.['alg'] !== 'HS256' || claims?.['iss'] !== issuer) return null
  const { exp } = claims
  // RFC 7519: not on the expiration time or after it.
  return typeof exp === 'number' && exp > inSeconds(now) ? { ...claims, iss: issuer, exp } : null
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
