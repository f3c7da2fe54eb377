import { expect, test } from 'vitest'
import { codeOf, suggested, withCode } from './suggested.ts'

test('names that begin with what is typed come first, without accents and case', () => {
  const names = ['Alby', 'Täby', 'Tabor', 'Uppsala', 'Västra Täby']
  expect(suggested(names, 'tab')).toEqual(['Täby', 'Tabor', 'Västra Täby'])
  expect(suggested(names, '  ')).toEqual(names)
  expect(suggested(names, 'xyz')).toEqual([])
  expect(
    suggested(
      Array.from({ length: 200 }, (_, n) => `City ${n}`),
      'city',
    ),
  ).toHaveLength(50)
})

test('the calling code is the longest that fits, of the chosen country where countries share one', () => {
  const codes = [
    { country: 'CA', code: '+1' },
    { country: 'US', code: '+1' },
    { country: 'BS', code: '+1242' },
  ]
  expect(codeOf(codes, '+1 555', 'US')?.country).toBe('US')
  expect(codeOf(codes, '+1 555', 'SE')?.country).toBe('CA')
  expect(codeOf(codes, '+1242 555', 'US')?.country).toBe('BS')
  expect(codeOf(codes, '0555', 'US')).toBeNull()
})

test('another calling code takes the place of the one before', () => {
  expect(withCode('+46 70 123', '+46', '+966')).toBe('+966 70 123')
  expect(withCode('70 123', null, '+46')).toBe('+46 70 123')
  expect(withCode('', null, '+46')).toBe('+46 ')
})
