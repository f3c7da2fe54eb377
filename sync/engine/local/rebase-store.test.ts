import { expect, test } from 'vitest'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import type { StoredRow, StoreTx } from '../store.ts'
import { rebaseStore, writeRows } from './rebase-store.ts'
import type { Replica } from './replica.ts'

test('[REBASE-9] many rows are written in parts, one while the store takes the one before, of whatever collections, and all of them', async () => {
  const { store } = new MemoryDatabase(['items', 'lists']).connect()
  const parts: number[] = []
  let [writing, most] = [0, 0]
  const rows = Array.from({ length: 1_100 }, (_, n): StoredRow => ({ _id: String(n).padStart(4, '0') }))
  await store.write('relaxed', 'replica', async (tx) => {
    const watched: StoreTx = {
      ...tx,
      rows: (collection) => ({
        ...tx.rows(collection),
        put: async (values) => {
          parts.push(values.length)
          writing += 1
          most = Math.max(most, writing)
          await tx.rows(collection).put(values)
          await Promise.resolve()
          writing -= 1
        },
      }),
    }
    await writeRows(
      watched,
      ['items', 'lists'].flatMap((collection) => rows.map((row) => ({ collection, id: row._id, row }))),
    )
  })
  expect(Math.max(...parts)).toBeLessThanOrEqual(125)
  expect(most).toBe(2)
  for (const collection of ['items', 'lists']) {
    expect(await store.read('replica', (tx) => tx.rows(collection).all())).toEqual(rows)
  }
})

test('[CURSOR-4] base rows of a newer app in a collection that this one does not know stay untouched', async () => {
  const { store } = new MemoryDatabase(['items', 'later', 'lists']).connect()
  const kept = ['items', 'later', 'lists'].map((collection) => ({ collection, id: 'a', row: null }))
  await store.write('relaxed', 'replica', async (tx) => {
    await tx.base.put(kept)
    const rows = (collection: string) => (collection === 'later' ? expect.fail() : tx.rows(collection))
    await rebaseStore(knowing(['items', 'lists']), { ...tx, rows }, { changes: [], records: [] })
  })
  expect(await store.read('replica', (tx) => tx.base.all())).toEqual([{ collection: 'later', id: 'a', row: null }])
})

test.each([
  ['close together', 3],
  ['far apart', 50],
])(
  '[REBASE-1] with pending rows %s, what they stand for is put back, and what the server sends between them is there',
  async (_, between) => {
    const { store } = new MemoryDatabase(['items']).connect()
    const rows = Array.from({ length: between }, (_, n) => ({ _id: `b${String(n).padStart(2, '0')}`, text: `${n}` }))
    const [same, other] = [
      { _id: 'b00', text: '0' },
      { _id: 'b01', text: 'new' },
    ]
    const written: string[] = []
    await store.write('relaxed', 'replica', async (tx) => {
      await tx.rows('items').put([...rows, { _id: 'a', text: 'mine' }, { _id: 'c', text: 'mine' }])
      await tx.base.put(['a', 'c'].map((id) => ({ collection: 'items', id, row: { _id: id, text: 'theirs' } })))
      const watched = (collection: string) => ({
        ...tx.rows(collection),
        put: (values: StoredRow[]) => {
          written.push(...values.map(({ _id }) => _id))
          return tx.rows(collection).put(values)
        },
      })
      const changes = [same, other].map((row) => ({ collection: 'items', id: row._id, row }))
      await rebaseStore(knowing(['items']), { ...tx, rows: watched }, { changes, records: [] })
    })
    const after = await store.read('replica', (tx) => tx.rows('items').getMany(['a', 'b00', 'b01', 'c']))
    expect(after.map((row) => row?.['text'])).toEqual(['theirs', '0', 'new', 'theirs'])
    expect(written).toEqual(expect.arrayContaining(['a', 'b01', 'c']))
    expect(await store.read('replica', (tx) => tx.base.all())).toEqual([])
  },
)

function knowing(collections: string[]): Replica {
  return {
    store: { collections },
    model: { mutations: {} },
    account: 'me',
    log: () => expect.fail(),
  } as unknown as Replica
}
