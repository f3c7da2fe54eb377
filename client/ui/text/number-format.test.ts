import { expect, test } from 'vitest'
import { collator, listFormat, numberFormat, regionNames, relativeFormat } from './number-format.ts'

test('a formatter is made once for a language and its options', () => {
  expect(numberFormat('en')).toBe(numberFormat('en'))
  expect(numberFormat('en', { style: 'percent' })).toBe(numberFormat('en', { style: 'percent' }))
  expect(regionNames('ar')).toBe(regionNames('ar'))
})

test('each language, kind and option has a formatter of its own', () => {
  expect(numberFormat('en').format(1234.5)).toBe('1,234.5')
  expect(numberFormat('de').format(1234.5)).toBe('1.234,5')
  expect(numberFormat('en', { style: 'percent' }).format(0.5)).toBe('50%')
  expect(listFormat('en').format(['Ann', 'Bea', 'Cleo'])).toBe('Ann, Bea, and Cleo')
  expect(regionNames('en').of('FR')).toBe('France')
  expect(relativeFormat('en').format(-1, 'day')).toBe('yesterday')
  expect(['10', '9'].toSorted(collator('en', { numeric: true }).compare)).toEqual(['9', '10'])
  expect(['10', '9'].toSorted(collator('en').compare)).toEqual(['10', '9'])
})
