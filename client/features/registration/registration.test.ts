import { expect, test } from 'vitest'
import { countriesIn } from '../../core/i18n/country-names.ts'

test('countries are named and sorted in the language that is shown', () => {
  const english = countriesIn('en')
  expect(english).toHaveLength(249)
  expect(english[0]?.name).toBe('Afghanistan')
  expect(countriesIn('ar').find(({ code }) => code === 'EG')?.name).toBe('مصر')
})
