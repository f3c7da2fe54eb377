import { Phone } from '@vesper/sync/vesper/api/performer-fields.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { internationalPhone } from './international-phone.ts'

test.for([
  // With and without the digit that only national calls begin with.
  ['050 123 4567', 'AE', '+971501234567'],
  ['50-123-4567', 'AE', '+971501234567'],
  ['٠٥٠ ١٢٣ ٤٥٦٧', 'AE', '+971501234567'],
  ['۰۵۰۱۲۳۴۵۶۷', 'AE', '+971501234567'],
  ['070-123 45 67', 'SE', '+46701234567'],
  ['8 (912) 345-67-89', 'RU', '+79123456789'],
  ['06 30 123 4567', 'HU', '+36301234567'],
  // Italy keeps the 0.
  ['06 698 12345', 'IT', '+390669812345'],
  ['(212) 555-0123', 'US', '+12125550123'],
  ['０９０－１２３４－５６７８', 'JP', '+819012345678'],
  // A number with its calling code is that of any country.
  ['+46 70 123 45 67', 'AE', '+46701234567'],
  ['+46 70 123 45 67', null, '+46701234567'],
  ['00 46 70 123 45 67', 'AE', '+46701234567'],
  ['0046701234567', null, '+46701234567'],
] as const)('%s in %s is %s', ([typed, country, expected]) => {
  expect(internationalPhone(v.parse(Phone, typed) ?? '', country)).toBe(expected)
})

test.for([
  ['050 123 4567', null, 'Enter a phone number of your country, or one with its country code'],
  ['050', 'AE', 'Enter a phone number of your country, or one with its country code'],
  ['050 123 4567 89012', 'AE', 'Enter a phone number of your country, or one with its country code'],
  ['+999 123 45 67', 'AE', 'Choose a country code of the list.'],
] as const)('%s in %s is refused', ([typed, country, message]) => {
  const refusal = { kind: 'invalid', details: [{ path: 'phone', message: expect.stringContaining(message) as string }] }
  expect(() => internationalPhone(v.parse(Phone, typed) ?? '', country)).toThrow(
    expect.objectContaining(refusal) as Error,
  )
})

test.for(['my number', '+0 12 345 678', '12', '+46 70 123 45 67 89 01 23', '1234 ext 5'])(
  '%s is no number',
  (typed) => {
    expect(v.safeParse(Phone, typed).success).toBe(false)
  },
)
