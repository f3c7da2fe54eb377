import { expect, test } from 'vitest'
import { hashPassword } from './hash-password.ts'

test('a password is sent as typed unless the site wants it hashed in the browser', async () => {
  expect(await hashPassword('vesper-demo', false)).toEqual({ password: 'vesper-demo', passwordForm: 'plain' })
})

test('hashed in the browser, it is the hex SHA-256 of its UTF-8 bytes', async () => {
  expect(await hashPassword('abc', true)).toEqual({
    password: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    passwordForm: 'sha256',
  })
})

test('one password is one hash, however the keyboard puts its accents together', async () => {
  expect(await hashPassword('cafe\u0301 au lait', true)).toEqual(await hashPassword('caf\u00e9 au lait', true))
})
