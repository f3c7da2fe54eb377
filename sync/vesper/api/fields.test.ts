import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Name, newUsername } from './fields.ts'

test.each(['Ada', 'Zoë 👩‍💻', '  李小龙 ', 'مريم', 'O’Neil-Żak Jr.', '<b>x</b>', '★'])('%j is a name', (name) => {
  expect(v.is(Name, name)).toBe(true)
})

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
])('%j is none', (name) => {
  expect(v.is(Name, name)).toBe(false)
})

test.each(['ada.lovelace', 'anna.b', 'json', 'road_map', 'v1.2'])('%j is a username to choose', (name) => {
  expect(v.is(newUsername(), name)).toBe(true)
})

test.each(['node.js', 'road.map', 'Ada.PNG', 'favicon.ico', 'login'])(
  '%j is none: its profile would have no page',
  (name) => {
    expect(v.is(newUsername('ada'), name)).toBe(false)
  },
)

test('who is named like a file already may stay so', () => {
  expect(v.is(newUsername('node.js'), 'node.js')).toBe(true)
  expect(v.is(newUsername('node.js'), 'next.js')).toBe(false)
})
