import { expect, test } from 'vitest'
import type { StoredRow, StoreTx } from '../store.ts'
import { MemoryDatabase } from '../testing/memory-store.ts'
import { writeRows } from './rebase-store.ts'

test('[REBASE-9] many rows are written in parts, one after another, of whatever collections, and all of them', async () => {
  const { store } = new MemoryDatabase(['items', 'lists']).connect()
  const parts: number[] = []
  let writing = 0
  const rows = Array.from({ length: 1_100 }, (_, n): StoredRow => ({ _id: String(n).padStart(4, '0') }))
  await store.write('relaxed', 'replica', async (tx) => {
    const watched: StoreTx = {
      ...tx,
      rows: (collection) => ({
        ...tx.rows(collection),
        put: async (values) => {
          parts.push(values.length)
          expect((writing += 1)).toBe(1)
          await tx.rows(collection).put(values)
          writing -= 1
        },
      }),
    }
    await writeRows(
      watched,
      ['items', 'lists'].flatMap((collection) => rows.map((row) => ({ collection, id: row._id, row }))),
    )
  })
  expect(Math.max(...parts)).toBeLessThanOrEqual(250)
  for (const collection of ['items', 'lists']) {
    expect(await store.read('replica', (tx) => tx.rows(collection).all())).toEqual(rows)
  }
})
