import { expect, test } from 'vitest'
import { foldedCode } from './folded-code.ts'

test.each([
  'SUMMER-25',
  'summer-25',
  ' Summer-25 ',
  'SUMMER–25',
  'SUMMER—25',
  'SUMMER−25',
  'SUMMER‑25',
  'ＳＵＭＭＥＲ－２５',
  'SUMMER-٢٥',
  'SUMMER-۲۵',
  '\u200eSUMMER-25\u200f',
  'SUM\u00adMER-25',
  'SUMMER -25',
])('%j is the code SUMMER-25', (typed) => {
  expect(foldedCode(typed)).toBe('SUMMER-25')
})

test.each(['SUMMER25', 'SUMMER_25', 'SUMMER-26', 'SUMMER-2'])('%s is another code', (typed) => {
  expect(foldedCode(typed)).not.toBe('SUMMER-25')
})
