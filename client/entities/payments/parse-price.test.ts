import { expect, test } from 'vitest'
import { parsePrice, priceText } from './parse-price.ts'

test('every price below 1,000 keeps its cents from text to number and back', () => {
  const changed: string[] = []
  for (let cents = 0; cents <= 99_999; cents += 1) {
    const typed = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    if (parsePrice(typed) !== cents || priceText(cents) !== typed) changed.push(typed)
  }
  expect(changed).toEqual([])
})

test.each([
  ['', null],
  ['  ', null],
  ['19,9', 1990],
  ['١٩٫٩٩', 1999],
  ['999999.99', 99_999_999],
  ['1000000', undefined],
  ['1.999', undefined],
  ['1.', undefined],
  ['-1', undefined],
  ['1e3', undefined],
])('%o is read as %o', (typed, cents) => {
  expect(parsePrice(typed)).toBe(cents)
})
