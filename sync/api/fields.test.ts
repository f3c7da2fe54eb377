import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Name } from './fields.ts'

test.each(['Ada', 'Zoë 👩‍💻', '  李小龙 ', 'مريم', 'O’Neil-Żak Jr.', '<b>x</b>', '★'])(
  '[NAME-1] %j is a name',
  (name) => {
    expect(v.is(Name, name)).toBe(true)
  },
)

test.each([
  '',
  '   ',
  'a\nb',
  'a\u0000',
  '\u200b\u200d',
  '\u202eada',
  'ada\u2067',
  'a\u2028b',
  '\ud800',
  'x'.repeat(61),
  7,
])('[NAME-1] %j is none', (name) => {
  expect(v.is(Name, name)).toBe(false)
})
