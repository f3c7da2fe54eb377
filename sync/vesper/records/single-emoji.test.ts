import { expect, test } from 'vitest'
import { EMOJI_MAX, isSingleEmoji } from './single-emoji.ts'

test.each(['👍', '👍🏽', '❤', '❤️', '❤️‍🔥', '👨‍👩‍👧‍👦', '🇸🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '👩🏽‍❤️‍💋‍👨🏿'])('%s is one emoji', (text) => {
  expect(isSingleEmoji(text)).toBe(true)
})

test.each(['', ' ', 'a', '1', '🇸', '👍👍', '👍 ', 'x👍', '\u200d', '🏽', '<b>', '👍‍'])('%j is none', (text) => {
  expect(isSingleEmoji(text)).toBe(false)
})

test('an emoji has an end: just as long as the longest, and just longer', () => {
  const of = (length: number) => `🏴${'\u{E0067}'.repeat((length - 2) / 2)}`
  expect([of(EMOJI_MAX).length, isSingleEmoji(of(EMOJI_MAX))]).toEqual([EMOJI_MAX, true])
  expect(isSingleEmoji(of(EMOJI_MAX + 2))).toBe(false)
})
