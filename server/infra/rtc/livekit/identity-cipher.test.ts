import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIdentityCipher } from './identity-cipher.ts'

const cipher = createIdentityCipher('a secret of a site')
const [userId, sessionId, room] = [randomUUID(), randomUUID(), randomUUID()]

test('a name tells neither account nor session, and every server of the site reads it', () => {
  const name = cipher.seal(room, { userId, sessionId })
  for (const told of [userId, sessionId, userId.slice(0, 8)]) {
    expect(name).not.toContain(told)
    expect(Buffer.from(name, 'base64url').toString('latin1')).not.toContain(told)
  }
  expect(createIdentityCipher('a secret of a site').open(room, name)).toEqual({ userId, sessionId })
  expect(name.length, 'LiveKit takes 256 characters').toBeLessThan(200)
})

test('a session keeps its name in a room, and has another one in each other room', () => {
  const name = cipher.seal(room, { userId, sessionId })
  expect(cipher.seal(room, { userId, sessionId })).toBe(name)
  const others = [
    cipher.seal(randomUUID(), { userId, sessionId }),
    cipher.seal(room, { userId, sessionId: randomUUID() }),
    createIdentityCipher('another secret').seal(room, { userId, sessionId }),
  ]
  const beginnings = [name, ...others].map((one) => one.slice(0, 12))
  expect(new Set(beginnings).size).toBe(4)
})

test('a name of another room, of another key, and one that was made up are nobody’s', () => {
  const name = cipher.seal(room, { userId, sessionId })
  const forged = `${name.slice(0, -2)}${name.endsWith('AA') ? 'BB' : 'AA'}`
  expect(cipher.open(randomUUID(), name)).toBeNull()
  expect(createIdentityCipher('another secret').open(room, name)).toBeNull()
  for (const made of [forged, '', `${userId}/${sessionId}`, 'short']) expect(cipher.open(room, made)).toBeNull()
})
