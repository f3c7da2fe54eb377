import { expect, test } from 'vitest'
import { mailProblems } from './mail-problems.ts'

const placeholder = { isRequired: false, isOptional: false, fitsSubject: true, sample: { en: '', ar: '' } }
const placeholders = [
  { ...placeholder, name: 'name' },
  { ...placeholder, name: 'link', isRequired: true, fitsSubject: false },
  { ...placeholder, name: 'reason', isOptional: true, fitsSubject: false },
]
const problems = (subject: string, text: string) => mailProblems({ subject, text }, placeholders)

test('accepts words with each required placeholder', () => {
  expect(problems('For {name}', 'Here: {link}')).toEqual([])
})

test.each([
  ['S', 'No link', 'text', 'Keep {link} in the text. The mail is of no use without it.'],
  ['S', '{link} {nmae}', 'text', 'This mail has no placeholder {nmae}.'],
  ['S', '{link} { name }', 'text', 'This mail has no placeholder { name }.'],
  ['{no}', '{link}', 'subject', 'This mail has no placeholder {no}.'],
  ['{link}', '{link}', 'subject', 'Put {link} into the text, not into the subject.'],
])('refuses %j with %j', (...[subject, text, path, message]) => {
  expect(problems(subject, text)).toEqual([{ path, message }])
})

const ADDRESS = 'Take out each address, and full stops inside words. A mail has the links of its placeholders alone.'
const GLUED = 'Put a space before and after {link}, so that it stays a link of its own.'
const DROPPED = 'Put {link} into another paragraph. Some mails are sent without this one.'

test.each([
  'https://evil.example/r?to={link}',
  'x{link}',
  '/{link}',
  '{name}{link}',
  '{link}x',
  '{link}{name}',
  '{link}?to=x',
  '{link}.evil',
  '{link}\u200bx',
  'First {link}\n\nthen ={link}',
])('refuses a link with something beside it: %j', (text) => {
  expect(problems('S', text)).toEqual([{ path: 'text', message: GLUED }])
})

test.each(['{link}', 'Here: {link}.', '({link})', '“{link}”, {name}', 'هنا:\n{link}؟', '\u00a0{link}\u00a0'])(
  'accepts a link that stands alone: %j',
  (text) => expect(problems('S', text)).toEqual([]),
)

test.each([
  'https://evil.example',
  'HTTP://x',
  'hxxp://x',
  '//evil',
  'www.evil',
  'WWW.x',
  'go to evil.example now',
  'evil.co/path',
  'موقع.شبكة',
  'evil\u3002example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil\u200b.example',
  'evil.\u00adexample',
  '{name}.example',
  'evil.{name}x',
  'evil. {name}example',
  'help@localhost',
  '{name}@{name}',
  '10.0.0.1/x',
])('refuses the address %j in the subject and in the text', (words) => {
  expect(problems(words, `{link}\n\n${words}`)).toEqual([
    { path: 'subject', message: ADDRESS },
    { path: 'text', message: ADDRESS },
  ])
})

test.each(['At 3.30 p.m., e.g. on 14.03.2027', 'and/or … @ once. Then: 1.5 MB!', 'د.إ 120. شكرًا'])(
  'accepts %j',
  (words) => {
    expect(problems(words, `${words} {link}`)).toEqual([])
  },
)

test.each(['{link} since {reason}', '{link}\n{reason}', 'One\n\n{reason}: {link}\n\nTwo'])(
  'refuses a required placeholder in a paragraph that some mails lack: %j',
  (text) => expect(problems('S', text)).toEqual([{ path: 'text', message: DROPPED }]),
)

test('accepts a required placeholder that another paragraph has too', () => {
  expect(problems('S', '{link} since {reason}\n\n{link}')).toEqual([])
})

test('refuses a text that is empty for some receivers', () => {
  const message = 'Write a paragraph that each mail has. Some would be empty.'
  const optional = placeholders.map((one) => ({ ...one, isRequired: false }))
  for (const text of ['The reason: {reason}', '{name}\n\n{reason}'])
    expect(mailProblems({ subject: 'S', text }, optional)).toEqual([{ path: 'text', message }])
  expect(mailProblems({ subject: 'S', text: 'Hello {name}\n\n{reason}' }, optional)).toEqual([])
})

test('tells of both fields', () => {
  expect(problems('{no}', 'none').map(({ path }) => path)).toEqual(['subject', 'text'])
})
