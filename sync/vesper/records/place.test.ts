import { expect, test } from 'vitest'
import { placeAfter } from './place.ts'

const solna = { country: 'SE', state: 'Stockholm', city: 'Solna' }
const inNorway = { country: 'NO', state: 'Oslo', city: null }

test.each([
  ['nothing', {}, {}, {}],
  ['the city alone', { city: 'Täby' }, { city: 'Solna' }, { city: 'Täby' }],
  ['another state, which has other cities', { state: 'Skåne' }, {}, { state: 'Skåne', city: null }],
  ['another country, which has other states', { country: 'NO' }, {}, { country: 'NO', state: null, city: null }],
  ['another country with its state', inNorway, solna, inNorway],
  ['the same country once more', { country: 'SE' }, {}, {}],
  ['no country any more', { country: null }, {}, { country: null, state: null, city: null }],
  ['fields that the device showed and nobody edited', solna, solna, {}],
  [
    'a state that is called as the one before, in another country',
    { country: 'NO', state: 'Stockholm', city: null },
    solna,
    { country: 'NO', city: null },
  ],
] as const)('%s', (...[, changes, base, expected]) => {
  expect(placeAfter(solna, changes, base)).toEqual(expected)
})

test('an edit that another device has overtaken writes what it edited', () => {
  expect(placeAfter({ ...inNorway }, { city: 'Täby' }, { city: 'Solna' })).toEqual({ city: 'Täby' })
  const moved = { country: 'NO', state: 'Stockholm', city: null }
  expect(placeAfter({ country: 'NO', state: null, city: null }, moved, solna)).toEqual({ state: 'Stockholm' })
})
