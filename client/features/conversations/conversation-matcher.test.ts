import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { expect, test } from 'vitest'
import { conversationMatcher } from './conversation-matcher.ts'

const conversation = (name: string, text = '', isDeleted = false) =>
  ({ recipient: { name, username: 'luna.k' }, lastMessage: { text, isDeleted } }) as unknown as Conversation
const finds = (query: string, name: string, text?: string) => conversationMatcher(query)?.(conversation(name, text))

test('every word is found in the name, the username or the last text, in any order', () => {
  expect(finds('moon lu', 'Luna', 'to the Moon')).toBe(true)
  expect(finds('LUNA.K', 'Somebody')).toBe(true)
  expect(finds('luna sun', 'Luna', 'to the moon')).toBe(false)
})

test('accents, case and vowel signs do not matter', () => {
  expect(finds('zoe', 'Zoë Ångström')).toBe(true)
  expect(finds('ANGSTROM', 'Zoë Ångström')).toBe(true)
  expect(finds('محمد', 'مُحَمَّد')).toBe(true)
})

test('the text of a deleted message is not searched, and white space asks for all', () => {
  expect(conversationMatcher('secret')?.(conversation('Luna', 'secret', true))).toBe(false)
  expect(conversationMatcher('  ')).toBeNull()
})
