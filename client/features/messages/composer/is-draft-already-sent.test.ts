import { expect, test } from 'vitest'
import { isEcho } from './is-draft-already-sent.ts'

const draft = (text: string, fileIds: string[] = []) => ({ text, fileIds, sentAs: 'm' })
const made = (text: string, fileIds: string[] = []) => [{ _id: 'm', text, fileIds }]

test('a draft that was kept while its message was made is an echo', () => {
  expect(isEcho(draft('hello '), made('hello'))).toBe(true)
  expect(isEcho(draft('', ['f']), made('', ['f']))).toBe(true)
})

test('the same words in another message, whatever its time, and other words are no echo', () => {
  expect(isEcho({ text: 'hello', fileIds: [] }, made('hello'))).toBe(false)
  expect(isEcho({ ...draft('hello'), sentAs: 'other' }, made('hello'))).toBe(false)
  expect(isEcho(draft('hello'), made('hello you'))).toBe(false)
  expect(isEcho(draft('hello', ['f']), made('hello'))).toBe(false)
})
