import { thingKinds } from '@vesper/sync/vesper/records/things.ts'
import { expect, test } from 'vitest'
import { gapsOf, thingsTable } from './things-table.ts'

// A worker keeps the throw-away kind of `add-thing.pg.test.ts` in the list for the test files after that one.
const kinds = thingKinds.filter((kind) => (kind as string) !== 'stall')

test('each kind of things has one row for each consumer', () => {
  expect(gapsOf(thingsTable, kinds)).toEqual([])
})

test('a row that is missing and a row that is there twice are named', () => {
  const isChosen = ([kind, consumer]: (typeof thingsTable)[number]) => kind === 'video' && consumer === 'search'
  const file = 'server/testing/things-table.ts'
  const without = thingsTable.filter((row) => !isChosen(row))
  expect(gapsOf(without, kinds)).toEqual([`video × search has no rows in ${file}`])
  const twice = [...thingsTable, ...thingsTable.filter(isChosen)]
  expect(gapsOf(twice, kinds)).toEqual([`video × search has 2 rows in ${file}`])
})
