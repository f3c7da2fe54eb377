import { expect, test } from 'vitest'
import { jumboEmojiCount } from './jumbo-emoji.ts'

test('counts emoji as people see them', () => {
  expect(jumboEmojiCount('😀')).toBe(1)
  expect(jumboEmojiCount('👩‍👩‍👧‍👦 🇸🇦❤️')).toBe(3)
  expect(jumboEmojiCount('👍🏽')).toBe(1)
})

test('a text with anything else, or with many, keeps its size', () => {
  expect(jumboEmojiCount('ok 😀')).toBe(0)
  expect(jumboEmojiCount('12')).toBe(0)
  expect(jumboEmojiCount('#')).toBe(0)
  expect(jumboEmojiCount('   ')).toBe(0)
  expect(jumboEmojiCount('')).toBe(0)
  expect(jumboEmojiCount('😀'.repeat(7))).toBe(0)
})
