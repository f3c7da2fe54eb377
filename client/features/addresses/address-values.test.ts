import type { Address } from '@vesper/sync/vesper/records/address.ts'
import { expect, test } from 'vitest'
import { inOrder, addressLines } from '../../entities/addresses/address-lines.ts'
import { changesOf, valuesOf } from './address-values.ts'

const address: Address = {
  ...{
    _id: 'a',
    userId: 'u',
    name: 'Ada Ek',
    line1: 'Storgatan 1',
    line2: '',
    city: 'Umeå',
    state: '',
    postal: '903 26',
  },
  ...{ country: 'SE', phone: '+46701234567', isDefault: true },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' },
}

test('a form that was not edited changes nothing', () => {
  expect(changesOf(address, valuesOf(address))).toEqual({ changes: {} })
})

test('only the fields that were edited travel, as they are kept', () => {
  const values = { ...valuesOf(address), city: ' Luleå ', phone: '+46 (70) 765 43 21' }
  expect(changesOf(address, values)).toEqual({ changes: { city: 'Luleå', phone: '+46707654321' } })
  expect(changesOf(address, { ...valuesOf(address), phone: '' })).toEqual({ changes: { phone: null } })
})

test('a new address travels whole, and tells each field that is missing', () => {
  expect(changesOf(null, valuesOf(address))).toMatchObject({ changes: { name: 'Ada Ek', line2: '', country: 'SE' } })
  expect(changesOf(null, { ...valuesOf(null), phone: '12' })).toEqual({
    errors: {
      name: 'Enter the name of who gets it.',
      line1: 'Enter the street and the number.',
      city: 'Enter the city.',
      country: 'Choose your country.',
      phone: 'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.',
    },
  })
})

test('the default that was chosen last is the only one, and stands first', () => {
  const other = { ...address, _id: 'b', updatedAt: '2026-01-03T00:00:00.000Z' }
  const plain = { ...address, _id: 'c', isDefault: false, updatedAt: '2026-01-04T00:00:00.000Z' }
  expect(inOrder([address, plain, other]).map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
    ['b', true],
    ['c', false],
    ['a', false],
  ])
})

test('a label leaves out the lines that an address has not', () => {
  expect(addressLines(address, 'Sweden')).toEqual(['Storgatan 1', '903 26 Umeå', 'Sweden'])
  expect(addressLines({ ...address, line2: 'c/o Bo', state: 'AC' }, 'Sweden')).toEqual([
    ...['Storgatan 1', 'c/o Bo', '903 26 Umeå, AC', 'Sweden'],
  ])
})
