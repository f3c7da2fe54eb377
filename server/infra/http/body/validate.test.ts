import { EmailVerification } from '@vesper/sync/vesper/api/auth.ts'
import { MessageQuery } from '@vesper/sync/vesper/api/messages.ts'
import type * as v from 'valibot'
import { expect, test } from 'vitest'
import { validate } from './validate.ts'

test.each<[v.GenericSchema, unknown, string]>([
  [EmailVerification, { token: 'zzz' }, 'This link is incomplete or too old. Ask for a new one.'],
  [EmailVerification, {}, 'This is not valid.'],
  [EmailVerification, null, 'This is not valid.'],
  [MessageQuery, { before: 'x' }, 'Use the number of a message.'],
  [MessageQuery, { limit: '500' }, 'Use a whole number from 1 to 100'],
])('a refusal has the words of the schema, and never those of the validator', (schema, value, message) => {
  expect(() => validate(schema, value)).toThrow(expect.objectContaining({ name: 'Refusal', message }))
})
