import 'fake-indexeddb/auto'
import { Dexie, liveQuery } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { listModel } from '../../testing/list-model.ts'
import { queued } from '../../testing/store-contract.ts'
import { collection } from '../model.ts'
import type { StoreTx } from '../store.ts'
import { openDatabase } from './database.ts'
import { RangeWatch } from './range-watch.ts'

type Item = { _id: string; list: string; place: number }

const model = {
  ...listModel,
  collections: {
    ...listModel.collections,
    places: collection<Item>({ indexes: ['[list+place]', 'list'], space: () => 's' }),
  },
}
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const item = (_id: string, place: number, list = 'l'): Item => ({ _id, list, place })
const many = Array.from({ length: 120 }, (_, n) => item(`m${n}`, n))

test.each([
  ['a row that is new', [item('b', 2)], []],
  ['one that changes', [item('a', 7)], []],
  ['one that leaves the index', [item('a', 1, 'other')], []],
  ['one that goes', [], ['a']],
  ['many that are new', many, []],
  ['many that go', [], many.map(({ _id }) => _id)],
] as const)('[STORE-4] whatever has read it hears of %s', async (_name, put, gone) => {
  const { write, settled } = await open([item('a', 1), ...(gone.length > 1 ? many : [])])
  await settled()
  await write(async (tx) => {
    await tx.rows('places').put([...put])
    await tx.rows('places').delete([...gone])
  })
  await settled()
})

test('[STORE-4] whatever has read it hears of an emptied table', async () => {
  const { write, settled } = await open([item('a', 1)])
  await settled()
  await write((tx) => tx.rows('places').clear())
  await settled()
})

test('[STORE-4] whatever has read it hears of a span that goes', async () => {
  const { write, settled } = await open([item('0', 0), item('a', 1), item('b', 2), item('m5', 3), item('z', 4)])
  await settled()
  await write((tx) => tx.rows('places').deleteSpans([['1', 'y']]))
  await settled()
})

test('[STORE-4] a query of the outbox hears of a record under the order that it gets', async () => {
  const { db, store } = await openDatabase(v7(), model)
  closing.push(() => db.close())
  const seen: number[][] = []
  const orders = liveQuery(() => db.outbox.orderBy('order').primaryKeys()).subscribe((keys) => seen.push(keys))
  closing.push(() => orders.unsubscribe())
  await vi.waitFor(() => expect(seen).toEqual([[]]))
  const order = await store.write('strict', 'outbox', (tx) => tx.outbox.add(queued('a')))
  await vi.waitFor(() => expect(seen).toEqual([[], [order]]))
})

test('[STORE-4] a listener that fails fails no write', async () => {
  const logged: string[] = []
  const { db, store } = await openDatabase(v7(), model, (entry) => void logged.push(entry.message))
  closing.push(() => db.close())
  const fails = vi.fn(() => {
    throw new Error('not told')
  })
  Dexie.on.storagemutated.subscribe(fails)
  closing.push(() => Dexie.on.storagemutated.unsubscribe(fails))
  await store.write('relaxed', 'replica', (tx) => tx.rows('places').put([item('a', 1)]))
  expect(fails).toHaveBeenCalledOnce()
  expect(logged).toEqual(['a live query could not be told of a change'])
  expect(await db.places.count()).toBe(1)
})

/** A table, and everything by which the app reads one, each of which is to say what the table has. */
async function open(rows: Item[]) {
  const database = await openDatabase(v7(), model)
  closing.push(() => database.close())
  const { db, store } = database
  const write = (work: (tx: StoreTx) => Promise<void>) => store.write('relaxed', 'replica', work)
  await write((tx) => tx.rows('places').put(rows))
  const table = db.places
  const reads = {
    all: () => table.toArray(),
    one: () => table.get('a'),
    some: () => table.bulkGet(['a', 'b', 'm5']),
    index: () => table.where('list').equals('l').sortBy('place'),
    range: () => table.where('[list+place]').between(['l', 0], ['l', 200]).toArray(),
    count: () => table.count(),
    counted: () => table.where('list').equals('l').count(),
    keys: () => table.toCollection().primaryKeys(),
  }
  const seen: Record<string, unknown> = {}
  for (const [name, read] of Object.entries(reads)) {
    const subscription = liveQuery(read as () => Promise<unknown>).subscribe((value) => (seen[name] = value))
    closing.push(() => subscription.unsubscribe())
  }
  const watch = new RangeWatch(
    table,
    { index: '[list+place]', from: ['l', 0], to: ['l', 199] },
    { next: (value) => (seen['watched'] = value), error: (cause) => (seen['watched'] = cause) },
  )
  closing.push(() => watch.stop())
  const settled = async () => {
    const wanted: Record<string, unknown> = { watched: await reads.range() }
    for (const [name, read] of Object.entries(reads)) wanted[name] = await read()
    await vi.waitFor(() => expect(seen).toEqual(wanted))
  }
  return { write, settled }
}
