import { expect, test } from 'vitest'
import { rowsInView } from './visible-rows.ts'

const rowHeight = 80

test('only the rows near the screen are drawn', () => {
  expect(rowsInView({ top: 0, height: 800, count: 5_000, rowHeight })).toEqual({ first: 0, end: 16 })
  expect(rowsInView({ top: 80_000, height: 800, count: 5_000, rowHeight })).toEqual({ first: 994, end: 1_016 })
  expect(rowsInView({ top: 399_200, height: 800, count: 5_000, rowHeight })).toEqual({ first: 4_984, end: 5_000 })
})

test('a list that has become shorter, is pulled beyond its top, or is empty has no rows that are not there', () => {
  expect(rowsInView({ top: 80_000, height: 800, count: 3, rowHeight })).toEqual({ first: 3, end: 3 })
  expect(rowsInView({ top: -50, height: 160, count: 3, rowHeight })).toEqual({ first: 0, end: 3 })
  expect(rowsInView({ top: 0, height: 800, count: 0, rowHeight })).toEqual({ first: 0, end: 0 })
})
