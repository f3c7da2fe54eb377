import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectUnhandled } from '../../testing/collect-unhandled.ts'
import { listModel } from '../../testing/list-model.ts'
import { openDatabase } from './database.ts'
import { RangeWatch } from './range-watch.ts'
import type { Range } from './range-watch.ts'

type Row = { _id: string; list: string; n: number; text?: string }
type Lists = Dexie & { rows: Table<Row, string> }

const index = '[list+n]'
let db: Lists
const closing: (() => void)[] = []

beforeEach(async () => {
  db = await open(v7())
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.restoreAllMocks()
})

test('[WATCH-1] tells of a range in the order of its index, as it is and as it changes', async () => {
  await db.rows.bulkPut([row('b', 2), row('a', 1), row('z', 9), { ...row('o', 1), list: 'other' }])
  const watched = watch({ index, from: ['l', 1], to: ['l', 5] })
  expect(await watched.until(2)).toEqual(['a', 'b'])
  await db.rows.put(row('c', 5))
  expect(await watched.until(3)).toEqual(['a', 'b', 'c'])
  await db.rows.delete('a')
  expect(await watched.until(2)).toEqual(['b', 'c'])
})

test('[WATCH-1] a row that moves within, into and out of the range stands where its key says', async () => {
  await db.rows.bulkPut([row('a', 1), row('b', 2), row('c', 9)])
  const watched = watch({ index, from: ['l', 1], to: ['l', 5] })
  await watched.until(2)
  await db.rows.put(row('a', 3))
  await vi.waitFor(() => expect(watched.ids()).toEqual(['b', 'a']))
  await db.rows.put(row('c', 1))
  await vi.waitFor(() => expect(watched.ids()).toEqual(['c', 'b', 'a']))
  await db.rows.put(row('b', 8))
  await vi.waitFor(() => expect(watched.ids()).toEqual(['c', 'a']))
})

test('[WATCH-1] rows of one key are in the order of their ids', async () => {
  await db.rows.bulkPut([row('b', 1), row('d', 1)])
  const watched = watch({ index, from: ['l', 1], to: ['l', 5] })
  await watched.until(2)
  await db.rows.bulkPut([row('e', 1), row('c', 1), row('a', 1)])
  expect(await watched.until(5)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('[WATCH-1] with `last`, what was before the range moves in when something goes', async () => {
  await db.rows.bulkPut([row('a', 1), row('b', 2), row('c', 3), row('d', 4)])
  const watched = watch({ index, from: ['l', 0], to: ['l', 9], last: 2 })
  await vi.waitFor(() => expect(watched.ids()).toEqual(['c', 'd']))
  await db.rows.put(row('e', 5))
  await vi.waitFor(() => expect(watched.ids()).toEqual(['d', 'e']))
  await db.rows.delete('e')
  await vi.waitFor(() => expect(watched.ids()).toEqual(['c', 'd']))
})

test('[WATCH-2] a change reads only the changed rows; the others stay the same objects', async () => {
  await db.rows.bulkPut([row('a', 1), row('b', 2)])
  const watched = watch({ index, from: ['l', 1], to: ['l', 5] })
  await watched.until(2)
  const [before] = watched.rows()
  const where = vi.spyOn(db.rows, 'where')
  const get = vi.spyOn(db.rows, 'bulkGet')
  await db.rows.put({ ...row('b', 2), text: 'new' })
  await vi.waitFor(() => expect(watched.rows()[1]).toMatchObject({ text: 'new' }))
  expect(watched.rows()[0]).toBe(before)
  expect(get.mock.calls).toEqual([[['b']]])
  expect(where).not.toHaveBeenCalled()
})

test('[WATCH-2] rows that its own tab has just written through the engine are not read, and one that stands in its range reads no other', async () => {
  const account = v7()
  const database = await openDatabase(account, listModel)
  closing.push(() => void database.close())
  const items = database.db.items as unknown as Table<{ _id: string; listId: string; seq: number }, string>
  const put = (...rows: { _id: string; listId: string; seq: number }[]) =>
    database.store.write('relaxed', 'replica', (tx) => tx.rows('items').put(rows))
  await put({ _id: 'a', listId: 'l', seq: 1 }, { _id: 'b', listId: 'l', seq: 2 })
  const told: string[][] = []
  const range = { index: '[listId+seq]', from: ['l', 0], to: ['l', 9], last: 2 }
  const seen = new RangeWatch(items, range, {
    next: (rows) => void told.push(rows.map(({ _id }) => _id)),
    error: (cause) => expect.fail(String(cause)),
  })
  closing.push(() => seen.stop())
  await vi.waitFor(() => expect(told).toEqual([['a', 'b']]))
  const get = vi.spyOn(items, 'bulkGet')
  await put({ _id: 'c', listId: 'l', seq: 3 })
  await put({ _id: 'x', listId: 'other', seq: 1 })
  expect(told).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
  expect(get).not.toHaveBeenCalled()
  // The row before the first one moves in.
  await database.store.write('relaxed', 'replica', (tx) => tx.rows('items').delete(['c']))
  await vi.waitFor(() => expect(told.at(-1)).toEqual(['a', 'b']))
})

test('[WATCH-3] an observer that throws keeps no other reader from hearing', async () => {
  const database = await openDatabase(v7(), listModel)
  closing.push(() => void database.close())
  const range = { index: '[listId+seq]', from: ['l', 0], to: ['l', 9] }
  const error = () => expect.fail()
  let fails = false
  const heard = vi.fn<(rows: unknown[]) => void>()
  const { unhandled } = await collectUnhandled(async () => {
    for (const next of [() => fails && expect.fail('an observer'), heard]) {
      const watch = new RangeWatch(database.db.items, range, { next, error })
      closing.push(() => watch.stop())
    }
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith([]))
    fails = true
    await database.store.write('relaxed', 'replica', (tx) => tx.rows('items').put([{ _id: 'a', listId: 'l', seq: 1 }]))
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith([expect.objectContaining({ _id: 'a' })]))
  })
  expect(unhandled).toHaveLength(1)
})

test('[WATCH-2] a change outside of the range reads nothing', async () => {
  await db.rows.bulkPut([row('a', 1)])
  const watched = watch({ index, from: ['l', 1], to: ['l', 5] })
  await watched.until(1)
  const get = vi.spyOn(db.rows, 'bulkGet')
  await db.rows.bulkPut([{ ...row('x', 2), list: 'other' }, row('y', 6)])
  await db.rows.delete('x')
  await db.rows.put(row('b', 2))
  await watched.until(2)
  expect(get.mock.calls).toEqual([[['b']]])
})

test('[WATCH-2] where many rows change at once all is read again', async () => {
  const watched = watch({ index, from: ['l', 0], to: ['l', 999] })
  await db.rows.bulkPut(Array.from({ length: 200 }, (_, n) => row(`r${n}`, n)))
  expect(await watched.until(200)).toHaveLength(200)
})

test('[WATCH-3] writes of another tab are reported', async () => {
  const watched = watch({ index, from: ['l', 0], to: ['l', 9] })
  await watched.until(0)
  const native = db.backendDB().transaction('rows', 'readwrite')
  native.objectStore('rows').put(row('a', 1))
  await new Promise((resolve) => (native.oncomplete = resolve))
  const part = (name: string) => `idb://${db.name}/rows/${name}`
  // As it comes over a channel: without the methods of a set.
  const point = (key: string | [string, number]) => ({ d: 1, from: key, to: key })
  Dexie.on.storagemutated.fire({ [part('')]: point('a'), [part(index)]: point(['l', 1]) })
  expect(await watched.until(1)).toEqual(['a'])
})

test('[WATCH-3] a row deleted while it is read is gone', async () => {
  const watched = watch({ index, from: ['l', 0], to: ['l', 9] })
  await watched.until(0)
  const { slow, get } = await putHeld(row('a', 1))
  await db.rows.delete('a')
  slow.resolve([row('a', 1)])
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(2))
  expect(await watched.until(0)).toEqual([])
})

test('[WATCH-3] nothing is told after it was stopped', async () => {
  const watched = watch({ index, from: ['l', 0], to: ['l', 9] })
  await watched.until(0)
  watched.stop()
  await db.rows.put(row('a', 1))
  await db.rows.toArray()
  expect(watched.ids()).toEqual([])
})

test('[WATCH-3] nothing is told of what was being read when it was stopped', async () => {
  const watched = watch({ index, from: ['l', 0], to: ['l', 9] })
  await watched.until(0)
  const { slow } = await putHeld(row('a', 1))
  watched.stop()
  slow.resolve([row('a', 1)])
  await new Promise((resolve) => setTimeout(resolve))
  expect(watched.ids()).toEqual([])
})

test('[WATCH-4] a range that cannot be read says so', async () => {
  const failed = Promise.withResolvers<unknown>()
  const watch = new RangeWatch(
    db.rows,
    { index: 'nothing', from: [1], to: [2] },
    { next: () => {}, error: failed.resolve },
  )
  closing.push(() => watch.stop())
  expect(await failed.promise).toBeInstanceOf(Error)
})

test('[WATCH-4] after a failed read all is read again with the next change, be it a matter of this range or not', async () => {
  const told: unknown[] = []
  const watched = watch({ index, from: ['l', 0], to: ['l', 9] }, db, (cause) => told.push(cause))
  await watched.until(0)
  const get = vi.spyOn(db.rows, 'bulkGet').mockRejectedValueOnce(new Error('lost'))
  await db.rows.put(row('a', 3))
  await vi.waitFor(() => expect(get).toHaveBeenCalled())
  await db.rows.put({ ...row('x', 1), list: 'other' })
  expect(await watched.until(1)).toEqual(['a'])
  expect(told).toHaveLength(1)
})

test('[WATCH-4] a change that comes during a read that fails is the next one', async () => {
  const watched = watch({ index, from: ['l', 0], to: ['l', 9] }, db, () => {})
  await watched.until(0)
  const { slow } = await putHeld(row('a', 3))
  await db.rows.put(row('b', 4))
  slow.reject(new Error('lost'))
  expect(await watched.until(2)).toEqual(['a', 'b'])
})

test('[WATCH-1] after any writes it has what the range has', async () => {
  const id = fc.integer({ min: 0, max: 12 }).map((n) => `r${n}`)
  const put = fc.record({ _id: id, list: fc.constantFrom('l', 'm'), n: fc.integer({ min: 0, max: 9 }) })
  const step = fc.tuple(fc.oneof(put, id), fc.boolean())
  const last = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), last, async (steps, count) => {
      const own = await open(v7())
      const range = { index, from: ['l', 2], to: ['l', 7], ...(count !== undefined && { last: count }) }
      const watched = watch(range, own)
      for (const [one, isAwaited] of steps) {
        // A write during a read must not be missed.
        const done = typeof one === 'string' ? own.rows.delete(one) : own.rows.put(one)
        if (isAwaited) await done.then(() => new Promise((resolve) => setTimeout(resolve)))
      }
      const all = await own.rows.where(index).between(range.from, range.to, true, true).toArray()
      const wanted = count === undefined ? all : all.slice(-count)
      await vi.waitFor(() => expect(watched.rows()).toEqual(wanted))
    }),
    { numRuns: 60 },
  )
})

async function open(name: string): Promise<Lists> {
  const opened = new Dexie(name, { cache: 'disabled' }) as Lists
  opened.version(1).stores({ rows: `_id, ${index}` })
  await opened.open()
  closing.push(() => opened.close())
  return opened
}

function row(_id: string, n: number): Row {
  return { _id, list: 'l', n }
}

/** Writes a row, whose reading has begun then and ends as `slow` does. */
async function putHeld(held: Row) {
  const slow = Promise.withResolvers<Row[]>()
  const get = vi.spyOn(db.rows, 'bulkGet').mockReturnValueOnce(slow.promise as never)
  await db.rows.put(held)
  await vi.waitFor(() => expect(get).toHaveBeenCalledOnce())
  return { slow, get }
}

function rethrow(cause: unknown): void {
  throw cause
}

function watch(range: Range, on = db, error: (cause: unknown) => void = rethrow) {
  let rows: Row[] = []
  let told = 0
  const watching = new RangeWatch(on.rows, range, {
    next: (next) => {
      rows = next
      told += 1
    },
    error,
  })
  closing.push(() => watching.stop())
  const ids = () => rows.map(({ _id }) => _id)
  return {
    rows: () => rows,
    ids,
    stop: () => watching.stop(),
    until: (count: number) =>
      vi.waitFor(() => {
        expect(told).toBeGreaterThan(0)
        expect(rows).toHaveLength(count)
        return ids()
      }),
  }
}
