import { describe, expect, test } from 'vitest'
import { searchCases } from '../testing/search-cases.ts'
import { nameHasWords, searchWords, textHasWords } from './search-words.ts'

describe.each(searchCases)('$kind: $text', ({ text, found, missed }) => {
  test('a device finds it as a text and as a name', () => {
    for (const q of [...found, ...missed]) {
      const isFound = found.includes(q)
      expect([q, textHasWords(text, searchWords(q)), nameHasWords(text, searchWords(q))]).toEqual([q, isFound, isFound])
    }
  })
})

test('a text has no part of a word that a name has', () => {
  expect([
    textHasWords('Quintanilla', searchWords('tanilla')),
    nameHasWords('Quintanilla', searchWords('tanilla')),
  ]).toEqual([false, true])
})

test('a short word is a whole word of a text, and the beginning of a name', () => {
  expect([textHasWords('Zoë', searchWords('zo')), nameHasWords('Zoë', searchWords('zo'))]).toEqual([false, true])
  expect([textHasWords('Zo', searchWords('zo')), nameHasWords('Oz', searchWords('zo'))]).toEqual([true, false])
})

test('signs alone find nothing, and words beyond eight do not count', () => {
  expect(textHasWords('anything', searchWords('… %%%'))).toBe(false)
  expect(textHasWords('a b c d e f g h', searchWords('a b c d e f g h zebra'))).toBe(true)
})
