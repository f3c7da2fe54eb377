import { stat } from 'node:fs/promises'
import { sha256OfPassword } from '@vesper/sync/vesper/api/password.ts'
import { describe, expect, test } from 'vitest'
import { inHashProcess } from './in-hash-process.ts'
import { hashPassword as hashFor, verifyPassword as verifyFor, noPassword } from './passwords.ts'
import type { PasswordInput } from './passwords.ts'

const hashPassword = (input: PasswordInput) => hashFor(input, 'someone')
const verifyPassword = (stored: string | null, input: PasswordInput) => verifyFor(stored, input, 'someone')

const TYPED = 'zwölf Störche 🐦'

async function sentAs(form: PasswordInput['form'], typed: string): Promise<PasswordInput> {
  return { form, password: form === 'plain' ? typed : await sha256OfPassword(typed) }
}

describe.each(['plain', 'sha256'] as const)('an account made with the %s form', (made) => {
  test.each(['plain', 'sha256'] as const)('is reached with the %s form', async (used) => {
    const stored = await hashPassword(await sentAs(made, TYPED))
    expect(await verifyPassword(stored, await sentAs(used, TYPED))).toBe(true)
    expect(await verifyPassword(stored, await sentAs(used, `${TYPED}!`))).toBe(false)
  })
})

test('a password typed in another Unicode form is the same password', async () => {
  const stored = await hashPassword({ form: 'plain', password: TYPED.normalize('NFD') })
  expect(await verifyPassword(stored, { form: 'plain', password: TYPED.normalize('NFC') })).toBe(true)
})

test('the stored hash cannot be sent as a password', async () => {
  const stored = await hashPassword({ form: 'plain', password: TYPED })
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/)
  for (const form of ['plain', 'sha256'] as const) {
    expect(await verifyPassword(stored, { form, password: stored })).toBe(false)
  }
})

test('no stored password is matched by nothing, also not by an empty one', async () => {
  expect(await verifyPassword(null, { form: 'plain', password: '' })).toBe(false)
})

test('the hash of no password is matched by nothing, after the same work', async () => {
  const stored = noPassword()
  expect(noPassword()).not.toBe(stored)
  for (const password of ['', stored, TYPED])
    expect(await verifyPassword(stored, { form: 'plain', password })).toBe(false)
})

test('libuv’s threads stay free while passwords are hashed', async () => {
  let hashed = 0
  const hashes = Array.from({ length: 16 }, async (_, n) => {
    await hashFor({ form: 'plain', password: TYPED }, `caller ${n}`)
    hashed += 1
  })
  await crypto.subtle.digest('SHA-256', new Uint8Array(8))
  await stat(import.meta.filename)
  expect(hashed).toBeLessThan(4)
  await Promise.all(hashes)
})

test('beyond what may wait, passwords of the busiest caller are refused, and others are served', async () => {
  const attempts = Promise.allSettled(
    Array.from({ length: 80 }, () => verifyFor(null, { form: 'plain', password: TYPED }, 'busy')),
  )
  const other = verifyFor(null, { form: 'plain', password: TYPED }, 'other')
  expect(await other).toBe(false)
  const refused = (await attempts).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(9)
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 5 } })
})

test('processes that are stuck are ended when their time is up, and others take their places', async () => {
  const endless = { memoryCost: 32_768, timeCost: 3_000, parallelism: 1 }
  const stuck = ['a', 'b', 'c', 'd'].map((caller) => inHashProcess(caller, { password: TYPED, cost: endless }, 500))
  const refused = { status: 'rejected', reason: { kind: 'unavailable', retryAfterSeconds: 5 } }
  expect(await Promise.allSettled(stuck)).toMatchObject([refused, refused, refused, refused])
  expect(await verifyPassword(null, { form: 'plain', password: TYPED })).toBe(false)
}, 20_000)

test.each(['', 'short', 'A'.repeat(64), 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])(
  '%o is no sha256 form and is refused',
  async (password) => {
    const refusal = { kind: 'invalid', details: [{ path: 'password' }] }
    await expect(hashPassword({ form: 'sha256', password })).rejects.toMatchObject(refusal)
  },
)
