import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../engine/dexie/database.ts'
import type { Model } from '../engine/model.ts'
import { vesperModel } from './vesper-model.ts'

/**
 * The version of the device's storage and the hash of its tables. Devices change their tables only for a new version: both
 * values change together, and a pinned hash never changes under its version.
 */
const PINNED = { storage: 15, tables: '22f66bc04490e089' }

test('a change of tables or indexes comes with a new version of the storage', async () => {
  expect({ storage: vesperModel.storage, tables: await hashOfTables(vesperModel) }).toEqual(PINNED)
})

test('the hash notices a table and an index', async () => {
  const { addresses, ...others } = vesperModel.collections
  const moreIndexes = { ...addresses, indexes: [...addresses.indexes, 'userId'] }
  const changed: Model[] = [
    { ...vesperModel, product: 'less', collections: others },
    { ...vesperModel, product: 'more', collections: { ...vesperModel.collections, addresses: moreIndexes } },
  ]
  for (const model of changed) expect(await hashOfTables(model)).not.toBe(PINNED.tables)
})

/** Covers the engine's own tables too. The order of the declarations makes no difference. */
async function hashOfTables(model: Model): Promise<string> {
  const database = await openDatabase('tables', model)
  const tables = database.db.tables.map(({ name, schema: { primKey, indexes } }) =>
    [name, primKey.src, ...indexes.map(({ src }) => src).toSorted()].join(' '),
  )
  await database.close()
  return createHash('sha256').update(tables.toSorted().join('\n')).digest('hex').slice(0, 16)
}
