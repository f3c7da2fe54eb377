import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { expect, test } from 'vitest'
import { editedFields, pageValues } from './page-values.ts'

const creator = { country: 'SE', city: 'Malmö', languages: ['sv'], categories: [], hair: 'red' } as unknown as Creator
const shown = pageValues(creator, null)

test('a row from before the fields shows empty ones', () => {
  const old = { country: 'SE' } as unknown as Creator
  expect(pageValues(old, null)).toMatchObject({ city: null, languages: [], categories: [], gender: null, phone: null })
})

test('fields that were typed back to what was shown are not edited', () => {
  expect(editedFields({ ...shown, state: '', languages: ['sv'] }, shown)).toEqual({})
})

test('each edited field goes by itself, emptied ones too', () => {
  expect(editedFields({ ...shown, city: '', languages: ['sv', 'en'], hair: null }, shown)).toEqual({
    city: '',
    languages: ['sv', 'en'],
    hair: null,
  })
})
