import { expect, test } from 'vitest'
import { parseWhole } from './parse-whole.ts'

test('a whole number within bounds is read in the digits of any keypad, and nothing else', () => {
  const read = (typed: string) => parseWhole(typed, { least: 1, most: 100 })
  expect(['1', ' 100 ', '٥٠', '007'].map(read)).toEqual([1, 100, 50, 7])
  expect(['0', '101', '', '-1', '1.5', '1e2', '12a', '1234567890'].map(read)).toEqual(Array(8).fill(null))
})

test('without bounds it reads up to seven digits', () => {
  expect(['0', '9999999', '10000000'].map((typed) => parseWhole(typed))).toEqual([0, 9_999_999, null])
})
