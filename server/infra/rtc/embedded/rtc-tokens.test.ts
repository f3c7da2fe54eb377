import { expect, test } from 'vitest'
import { createKeyRing } from '../../crypto/key-ring.ts'
import { signToken } from '../../crypto/sign-token.ts'
import { signSessionToken } from '../../sessions/session-token.ts'
import type { RtcGrant } from '../stream-engine.ts'
import { RtcTokens } from './rtc-tokens.ts'

const ringOf = (digit: number) => createKeyRing('session', [new Uint8Array(32).fill(digit)])
const secret = ringOf(7)
const grant: RtcGrant = { room: 'room', role: 'view', userId: 'fan', sessionId: 'session' }
let now = new Date('2030-01-01T00:00:00.500Z')
const tokens = new RtcTokens({ secret, clock: () => now })

function pass(ms: number): void {
  now = new Date(now.getTime() + ms)
}

test('a token holds once, for its own room and role', () => {
  const { token, expiresAt } = tokens.make(grant)
  expect(expiresAt).toBe(Math.floor(now.getTime() / 1_000) + 60)
  expect(tokens.redeem(token)).toEqual(grant)
  expect(tokens.redeem(token)).toBeNull()
  const publishing: RtcGrant = { ...grant, role: 'publish', room: 'other' }
  expect(tokens.redeem(tokens.make(publishing).token)).toEqual(publishing)
})

test('a token holds until the last moment of its minute', () => {
  const [kept, late] = [tokens.make(grant).token, tokens.make(grant).token]
  pass(59_400)
  expect(tokens.redeem(kept)).toEqual(grant)
  pass(100)
  expect(tokens.redeem(late)).toBeNull()
})

test('a forged token, one of another key and one for another use are refused', () => {
  const { token } = tokens.make(grant)
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  for (const change of [{ role: 'publish' }, { room: 'other' }, { sub: 'another' }, { exp: 9e9 }]) {
    const forged = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')
    expect(tokens.redeem(`${header}.${forged}.${signature}`)).toBeNull()
  }
  expect(tokens.redeem(new RtcTokens({ secret: ringOf(0), clock: () => now }).make(grant).token)).toBeNull()
  const expiresAt = new Date(now.getTime() + 60_000)
  const session = { sessionId: 'session', userId: 'fan', generation: 0, elevation: null }
  expect(tokens.redeem(signSessionToken(secret, { ...session, now, expiresAt }))).toBeNull()
  expect(tokens.redeem(signToken(secret, { iss: 'rtc', exp: 9e9, ...claims }))).toBeNull()
  for (const text of ['', 'x', 'a.b.c', `${token}.x`]) expect(tokens.redeem(text)).toBeNull()
  expect(tokens.redeem(token)).toEqual(grant)
})

test('a removal ends the tokens of an account in that room that were made before, and no others', () => {
  const before = tokens.make(grant).token
  const [elsewhere, another] = [
    { ...grant, room: 'other' },
    { ...grant, userId: 'another' },
  ]
  const others = [elsewhere, another].map((one) => tokens.make(one).token)
  tokens.revoke('room', { userId: 'fan' })
  const after = tokens.make(grant).token
  expect(tokens.redeem(before)).toBeNull()
  expect(others.map((token) => tokens.redeem(token))).toEqual([elsewhere, another])
  expect(tokens.redeem(after)).toEqual(grant)
})

test('a removal of one session leaves the others of the account', () => {
  const other = { ...grant, sessionId: 'other' }
  const [ended, kept] = [tokens.make(grant).token, tokens.make(other).token]
  tokens.revoke('room', { userId: 'fan', sessionId: 'session' })
  expect([tokens.redeem(ended), tokens.redeem(kept)]).toEqual([null, other])
})
