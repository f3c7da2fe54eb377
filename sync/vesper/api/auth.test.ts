import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { validationMessage } from '../../engine/protocol/validation-message.ts'
import { ChangePassword, EmailVerification, Forgot, Login, RegisterPerformer, RegisterUser } from './auth.ts'

const NEW = { password: 'long enough to pass' }

test.each<[string, v.GenericSchema, object]>([
  ['the confirmation of an address', EmailVerification, {}],
  ['a new password', Forgot, NEW],
])('%s says of a cut link what to do', (_name, schema, fields) => {
  for (const token of ['zzz', '', 'z'.repeat(201)]) {
    const { issues } = v.safeParse(schema, { ...fields, token })
    expect(issues?.map(({ message }) => message)).toEqual(['This link is incomplete or too old. Ask for a new one.'])
  }
})

describe('no rule speaks to people in the words of the validator', () => {
  const long = 'z'.repeat(5000)
  test.each(Object.entries({ ChangePassword, EmailVerification, Forgot, Login, RegisterPerformer, RegisterUser }))(
    '%s',
    (_name, schema) => {
      const fields = ['token', 'source', 'sourceForm', 'sourceType', 'username', 'password', 'passwordForm', 'remember']
      const wrong = [null, {}, ...[long, '', 7, null].map((value) => Object.fromEntries(fields.map((f) => [f, value])))]
      for (const value of wrong) {
        const { issues } = v.safeParse(schema, value, validationMessage)
        for (const { message } of issues ?? []) expect(message).not.toMatch(/^Invalid|Expected|received/i)
      }
    },
  )
})
