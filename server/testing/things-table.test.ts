import { thingKinds } from '@vesper/sync/vesper/records/things.ts'
import { expect, test } from 'vitest'
import { gapsOf, thingsTable } from './things-table.ts'

test('each kind of things has one row for each consumer', () => {
  expect(gapsOf(thingsTable, thingKinds)).toEqual([])
})

test('a row that is missing and a row that is there twice are named', () => {
  const isChosen = ([kind, consumer]: (typeof thingsTable)[number]) => kind === 'video' && consumer === 'search'
  const file = 'server/testing/things-table.ts'
  const without = thingsTable.filter((row) => !isChosen(row))
  expect(gapsOf(without, thingKinds)).toEqual([`video × search has no rows in ${file}`])
  const twice = [...thingsTable, ...thingsTable.filter(isChosen)]
  expect(gapsOf(twice, thingKinds)).toEqual([`video × search has 2 rows in ${file}`])
})
