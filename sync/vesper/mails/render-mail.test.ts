import { expect, test } from 'vitest'
import { namesIn, renderMail } from './render-mail.ts'

const placeholders = [
  { name: 'name', isOptional: false },
  { name: 'reason', isOptional: true },
]

const text = (words: string, values: Record<string, string>) =>
  renderMail({ subject: 'Hello', text: words }, placeholders, values)?.text

test('puts values in, each place of one', () => {
  expect(text('{name}, {name}: {link}', { name: 'Ada', link: 'https://a.test' })).toBe('Ada, Ada: https://a.test')
})

test('does not read a value again', () => {
  expect(text('{name} {link}', { name: '{link} $& $1', link: 'L' })).toBe('{link} $& $1 L')
})

test('an empty value takes the spaces before it along', () => {
  expect(text('Hello {name},\n\nbye', { name: '' })).toBe('Hello,\n\nbye')
})

test('leaves out the paragraph of an optional value that is empty, and no other', () => {
  const words = 'One\n\nThe reason:\n{reason}\n\n{name} Three'
  expect(text(words, { name: '', reason: '' })).toBe('One\n\n Three')
  expect(text(words, { name: 'Ada', reason: 'R' })).toBe('One\n\nThe reason:\nR\n\nAda Three')
})

test('does not render words with a placeholder that has no value', () => {
  expect(text('{name} {other}', { name: 'Ada' })).toBeUndefined()
  expect(text('{constructor}', {})).toBeUndefined()
})

test('a subject is one line of at most 200 characters, whatever the values hold', () => {
  const subject = (name: string) => renderMail({ subject: 'To {name}', text: 'x' }, placeholders, { name })?.subject
  expect(subject('a\r\nBcc: b@c.test\u2028\0d')).toBe('To a Bcc: b@c.test d')
  expect(Array.from(subject('😀'.repeat(300)) ?? '')).toHaveLength(200)
  expect(renderMail({ subject: '{name}', text: 'x' }, placeholders, { name: '' })).toBeNull()
})

test('does not render a text that becomes empty', () => {
  expect(text('The reason: {reason}', { reason: '' })).toBeUndefined()
  expect(text('{name}', { name: '' })).toBeUndefined()
})

test('finds names between braces in one line', () => {
  expect(namesIn('{a} {b\n} {a} { c } {} {{d}}')).toEqual(['a', ' c ', '', 'd'])
})
