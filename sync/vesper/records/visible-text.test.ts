import { expect, test } from 'vitest'
import { appearanceOf, isVisible, wellFormed } from './visible-text.ts'

test.each([
  ['', false],
  [' \t\n\u00a0\u3000', false],
  ['\u2800', false],
  ['\u3164\u3164', false],
  ['\u115f\u1160\uffa0', false],
  ['\u200b\u200d\u2060\ufeff', false],
  ['\u0301\u0489', false],
  ['\ufe0f', false],
  ['\u{e0041}\u{e007f}', false],
  ['\u202e\u2066', false],
  ['\u0000\u001b', false],
  ['\ud83d', false],
  ['\ufffc', false],
  ['\u{1d159}', false],
  ['\u{13441}', false],
  ['a', true],
  ['.', true],
  ['é', true],
  ['e\u0301', true],
  ['\u200b!', true],
  ['👩‍👩‍👧', true],
  ['❤️', true],
  ['1️⃣', true],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', true],
  ['ㅋㅋ', true],
  ['م', true],
  ['۝', true],
  ['กำ', true],
  // A code point without a character yet.
  ['\u{1fbfa}', true],
])('whether %j can be seen: %o', (text, seen) => {
  expect(isVisible(text)).toBe(seen)
})

test.each([
  ['é', 'e\u0301', true],
  ['yes', 'yes\u200b', true],
  ['a b', 'a\u3164\u2800b ', true],
  ['Å', '\u212b', true],
  ['yes', 'Yes', false],
  ['1', '①', false],
  ['نمی\u200cخواهم', 'نمیخواهم', false],
  ['👩‍👧', '👩👧', false],
])('%j and %j look the same: %o', (one, other, same) => {
  expect(appearanceOf(one) === appearanceOf(other)).toBe(same)
})

test('half a surrogate pair becomes the replacement character, and whole pairs stay', () => {
  expect(wellFormed('a\ud83d👋\udc4b')).toBe('a\ufffd👋\ufffd')
})
