import { describe, expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

const tenEach = (text: string) => text.length * 10

describe('lines of a text', () => {
  const lines = (text: string, width = 100) => wrapText(text, width, tenEach)

  test.each([
    ['one line', 'one two', { count: 1, last: 70 }],
    ['as wide as the line', 'one twotwo', { count: 1, last: 100 }],
    ['a word too many', 'one two three', { count: 2, last: 50 }],
    ['a space at the end hangs over and breaks nothing', 'one twotwo ', { count: 1, last: 110 }],
    ['a break after a hyphen', 'one two-three', { count: 2, last: 50 }],
    ['a hyphen alone', 'one - two', { count: 1, last: 90 }],
    ['paragraphs, one of them empty', 'one\n\ntwo', { count: 3, last: 30 }],
    ['a word longer than a line', 'o'.repeat(25), { count: 3, last: 50 }],
    ['such a word after another', `one ${'o'.repeat(25)}`, { count: 4, last: 50 }],
    ['nothing', '', { count: 1, last: 0 }],
  ])('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })
})
