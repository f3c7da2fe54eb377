import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calendarDate, Email, moment, Name, NewPassword } from './fields.ts'
import { newUsername } from './username.ts'

test.each(['Ada', 'Zoë 👩‍💻', '  李小龙 ', 'مريم', 'O’Neil-Żak Jr.', '<b>x</b>', '★'])('%j is a name', (name) => {
  expect(v.is(Name, name)).toBe(true)
})

test.each([
  '',
  '   ',
  'a\nb',
  'a\u0000',
  '\u200b\u200d',
  '\u3164',
  '\u2800\u2800',
  '\u115f',
  '\u0301',
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

test.each([
  ['2028-02-29', true],
  ['2000-02-29', true],
  ['2027-02-29', false],
  ['1900-02-29', false],
  ['2026-02-30', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-12-00', false],
  ['0004-02-29', true],
  ['0003-02-29', false],
])('%s is in the calendar: %o', (day, isThere) => {
  expect(v.is(calendarDate('?'), day)).toBe(isThere)
  for (const time of ['T10:00:00Z', 'T23:59:59.999+14:00', 'T00:00:00-11:30']) {
    expect(v.is(moment('?'), day + time)).toBe(isThere)
  }
})

test.each(['2026-01-01', '2026-01-01T24:00:00Z', '2026-01-01T10:00:00', '2026-01-01T10:61:00Z', 'tomorrow', 7])(
  '%j is no moment',
  (text) => {
    expect(v.is(moment('?'), text)).toBe(false)
  },
)

test('a password has something in it beside blanks', () => {
  for (const blanks of [' '.repeat(10), '\u3164'.repeat(12), '\u200b'.repeat(10)]) {
    expect(v.is(NewPassword, blanks)).toBe(false)
  }
  expect(v.is(NewPassword, '         x')).toBe(true)
})

test.each([
  ['info@münchen.de', 'info@xn--mnchen-3ya.de'],
  ['Info@MÜNCHEN.de', 'info@xn--mnchen-3ya.de'],
  ['info@mu\u0308nchen.de', 'info@xn--mnchen-3ya.de'],
  ['x@xn--mnchen-3ya.de', 'x@xn--mnchen-3ya.de'],
  ["o'brien@example.com", "o'brien@example.com"],
  ['a+b.c_d%e@mail.example.co.uk', 'a+b.c_d%e@mail.example.co.uk'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ada@example。com', 'ada@example.com'],
  [' ada@example.com ', 'ada@example.com'],
])('%j is the address %j', (typed, stored) => {
  expect(v.parse(Email, typed)).toBe(stored)
})

test.each([
  ...['', 'ada', 'ada@', '@example.com', 'ada@localhost', 'ada@example', 'ada@example.c', 'ada@1.2.3.4', 'ada@@b.com'],
  ...['a da@example.com', 'ada@exa mple.com', 'ada@-a.com', 'ada@münchen.de/x', 'ada@münchen', 'ädä@example.com'],
  ...[
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(250)}.com`,
    'ada@a..com',
    'ada@example.com\nbcc: eve@example.com',
  ],
  ...['<ada@example.com>', 'ada@[127.0.0.1]', '"a"@example.com', 'ada@example.com,eve@example.com'],
])('%j is no address', (typed) => {
  expect(v.is(Email, typed)).toBe(false)
})
