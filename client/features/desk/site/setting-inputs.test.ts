import type { DeskSetting } from '@vesper/sync/vesper/api/desk-site.ts'
import { expect, test } from 'vitest'
import { inputsOf, isChanged, shownOf, typedValue } from './setting-inputs.ts'

const number = { type: 'number', min: 0, max: 10_000, isWhole: true } as const
const base = { group: 'money', unit: null, effect: 'at-once', isSecret: false, isSet: true, version: 0 } as const
const commission: DeskSetting = { ...base, key: 'c', field: number, unit: 'bps', value: 2050, approval: null }
const bounds: DeskSetting = {
  ...{ ...base, key: 'b', value: { minimum: 1.5, maximum: 9 }, approval: null },
  field: { type: 'group', fields: ['minimum', 'maximum'].map((name) => ({ name, field: number })) },
}
const countries: DeskSetting = { ...base, key: 'l', field: { type: 'list' }, value: ['NO', 'SE'], approval: null }

test('a share is typed in percent and kept in 1/10,000', () => {
  expect(inputsOf(commission).map((input) => shownOf(commission, input))).toEqual(['20.5'])
  expect(typedValue(commission, { c: '20.07' })).toBe(2007)
  expect(typedValue(commission, { c: ' ' })).toBeNull()
})

test('a part that was not typed keeps its value', () => {
  expect(typedValue(bounds, { 'b.maximum': '12' })).toEqual({ minimum: 1.5, maximum: 12 })
  expect([
    isChanged(bounds, {}),
    isChanged(bounds, { 'b.minimum': '1.5' }),
    isChanged(bounds, { 'b.minimum': '2' }),
  ]).toEqual([false, false, true])
})

test('countries are typed with commas or spaces, in any case', () => {
  expect(typedValue(countries, { l: 'no, fi  dk' })).toEqual(['NO', 'FI', 'DK'])
  expect(typedValue(countries, { l: '' })).toEqual([])
})
