import { expect, test } from 'vitest'
import { mailProblems } from './mail-problems.ts'

const placeholder = { isRequired: false, isOptional: false, fitsSubject: true, sample: { en: '', ar: '' } }
const placeholders = [
  { ...placeholder, name: 'name' },
  { ...placeholder, name: 'link', isRequired: true, fitsSubject: false },
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

test('tells of both fields', () => {
  expect(problems('{no}', 'none').map(({ path }) => path)).toEqual(['subject', 'text'])
})
