import { sha256OfPassword } from '@vesper/sync/vesper/api/password.ts'
import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { PasswordInput } from './passwords.ts'

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

test.each(['', 'short', 'A'.repeat(64), 'g'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])(
  '%o is no sha256 form and is refused',
  async (password) => {
    const refusal = { kind: 'invalid', details: [{ path: 'password' }] }
    await expect(hashPassword({ form: 'sha256', password })).rejects.toMatchObject(refusal)
  },
)
