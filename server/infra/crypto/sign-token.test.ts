import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createKeyRing } from './key-ring.ts'
import { readToken, signToken } from './sign-token.ts'

const [key, otherKey] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
const ring = createKeyRing('session', [key])
const now = new Date('2031-05-17T12:00:00.400Z')
const inAnHour = Math.floor(now.getTime() / 1_000) + 3_600
const claims = { iss: 'vesper', exp: inAnHour, sub: 'someone', sid: 'a session' }
const at = (token: string, moment = now, issuer = 'vesper') => readToken(ring, token, { issuer, now: moment })

test('a JWT library reads a token, and a token of the library is read', async () => {
  const { payload } = await jwtVerify(signToken(ring, claims), key, { algorithms: ['HS256'], currentDate: now })
  expect(payload).toEqual(claims)
  const { iss, exp, ...own } = claims
  const theirs = new SignJWT(own).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuer(iss).setExpirationTime(exp)
  expect(at(await theirs.sign(key))).toEqual(claims)
})

test('a token holds until the second before its end', () => {
  const token = signToken(ring, claims)
  expect(at(token, new Date(inAnHour * 1_000 - 1))).toEqual(claims)
  expect(at(token, new Date(inAnHour * 1_000))).toBeNull()
})

test('a token without an end, or of another use, is none', () => {
  expect(at(signToken(ring, { iss: 'vesper' } as never))).toBeNull()
  expect(at(signToken(ring, { ...claims, exp: String(inAnHour) } as never))).toBeNull()
  expect(at(signToken(ring, claims), now, 'vesper-device')).toBeNull()
})

test('a token that names another algorithm is none, although its signature is right', async () => {
  const { createHmac } = await import('node:crypto')
  for (const alg of ['none', 'HS512', 'RS256', undefined]) {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg })}.${part(claims)}`
    const signature = createHmac('sha256', key).update(signed).digest('base64url')
    expect(at(`${signed}.${signature}`)).toBeNull()
  }
})

test('any changed, cut or added character makes it none', () => {
  const token = signToken(ring, claims)
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === 'A' ? 'B' : 'A'
    const changed = token.slice(0, place) + other + token.slice(place + 1)
    // The last character of 32 bytes in base64 has two bits that count for nothing.
    if (place < token.length - 1) expect(at(changed)).toBeNull()
  }
  for (const broken of ['', '.', '..', '...', token.slice(0, -2), `${token}.`, `.${token}`, token.replace('.', '')]) {
    expect(at(broken)).toBeNull()
  }
})

test('after a change of keys the first signs, all verify, and a token without the name of its key may be of any', async () => {
  const both = createKeyRing('session', [otherKey, key])
  const read = (token: string, keys = both) => readToken(keys, token, { issuer: 'vesper', now })
  const former = signToken(ring, claims)
  const { iss, exp, ...own } = claims
  const unnamed = await new SignJWT(own)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign(key)
  const present = signToken(both, claims)
  for (const token of [former, unnamed, present]) expect(read(token)).toEqual(claims)
  expect(read(present, ring)).toBeNull()
  expect(read(former, createKeyRing('session', [otherKey]))).toBeNull()
  // The signature is that of a key of the ring, but not of the one that the token names.
  const misnamed = await new SignJWT(own)
    .setProtectedHeader({ alg: 'HS256', kid: both[0].id })
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign(key)
  expect(read(misnamed)).toBeNull()
})
