import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { deleteLocalRecordings } from '../../../../core/storage/local-recordings.ts'
import { forgetStream, openSliceStore } from './slice-store.ts'

const bytes = new Uint8Array([1])
const run = (id: string, streamId: string) => ({ id, streamId, beginMs: 0, init: bytes, createdAt: 0 })
const chunk = (runId: string, index: number) => ({ runId, index, fromMs: 0, toMs: 1, bytes })

test('all of one stream is removed, and nothing of others', async () => {
  const store = openSliceStore('ada')
  await store.runs.bulkPut([run('a', 'one'), run('b', 'one'), run('c', 'two')])
  await store.chunks.bulkPut([chunk('a', 0), chunk('a', 1), chunk('b', 0), chunk('c', 0)])
  await store.slices.bulkPut([
    { id: 's', streamId: 'one', beginMs: 0, endMs: 1, bytes },
    { id: 't', streamId: 'two', beginMs: 0, endMs: 1, bytes },
  ])
  await forgetStream(store, 'one')
  expect([await store.runs.toArray(), await store.chunks.toArray()]).toEqual([[run('c', 'two')], [chunk('c', 0)]])
  expect((await store.slices.toArray()).map(({ id }) => id)).toEqual(['t'])
})

test('a logout deletes what the device has of the account, open or not', async () => {
  const [store, other] = [openSliceStore('eve'), openSliceStore('bob')]
  for (const one of [store, other]) await one.runs.put(run('a', 'one'))
  await deleteLocalRecordings('eve')
  expect([await openSliceStore('eve').runs.count(), await other.runs.count()]).toEqual([0, 1])
})
