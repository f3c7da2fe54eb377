import { beforeEach, expect, test } from 'vitest'
import { listModel } from '../../testing/list-model.ts'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { countedIds } from '../../testing/random.ts'
import { SendWindow } from '../core/send-window.ts'
import type { OutboxRecord } from '../store.ts'
import { releaseBatch, takeBatch } from './batch.ts'
import { enqueue, recordOf } from './enqueue.ts'
import type { Replica } from './replica.ts'

let replica: Replica
beforeEach(() => {
  const { store } = new MemoryDatabase(['lists', 'items']).connect()
  replica = { account: 'me', model: listModel, store, newId: countedIds(), now: () => new Date(0), log: () => {} }
})

test('[OUTBOX-5] another account’s record is never sent', async () => {
  await enqueue(replica, { ...record('theirs'), owner: 'somebody else' })
  await enqueue(replica, record('mine'))
  expect(textsOf((await take()).sent)).toEqual(['mine'])
})

test('[OUTBOX-5] mutations of an older app version are sent under its schema, by themselves', async () => {
  await enqueue(replica, { ...record('old', 'a'), schema: 0 })
  await enqueue(replica, record('new, same lane', 'a'))
  await enqueue(replica, record('new', 'b'))
  const first = await take()
  expect([first.request.schema, textsOf(first.sent)]).toEqual([0, ['old']])
})

test('[OUTBOX-5] a record whose mutation this version does not know is sent, and shows nothing', async () => {
  await enqueue(replica, { ...record('x'), name: 'item.forgotten' })
  expect((await take()).request.mutations).toMatchObject([{ name: 'item.forgotten' }])
  expect(await replica.store.read('replica', (tx) => tx.rows('items').all())).toEqual([])
})

test('[OUTBOX-2] a mutation that was in a request keeps its id and counts its attempts', async () => {
  await enqueue(replica, record('x'))
  const first = await take()
  await releaseBatch(replica, first.sent)
  const second = await take()
  expect(second.request.mutations).toEqual(first.request.mutations)
  expect(second.sent).toMatchObject([{ state: 'sending', attempts: 2 }])
})

test('[OUTBOX-1] queueing the same record again, after a commit that was not heard of, changes nothing', async () => {
  const { store } = replica
  const twice: typeof store.write = async (...transaction) => {
    await store.write(...transaction)
    return store.write(...transaction)
  }
  await enqueue({ ...replica, store: { ...store, write: twice } }, record('x'))
  expect((await take()).sent).toHaveLength(1)
})

test('[BACKLOG-1] a request says how many more wait on the device, or that nothing does', async () => {
  for (const text of ['x', 'y', 'z']) await enqueue(replica, record(text, text))
  const one = await takeBatch(replica, { window: new SendWindow(1, () => 0), now: 0 })
  expect([one.sent.length, one.request.left, one.request.all]).toEqual([1, 2, undefined])
  const none = await takeBatch(replica, { window: new SendWindow(0, () => 0), now: 0 })
  expect([none.sent.length, none.request.left]).toEqual([0, 3])
  const { request } = await take()
  expect([request.mutations.length, request.left, request.all]).toEqual([3, undefined, true])
})

test('[EPOCH-1] a device keeps its identity from request to request', async () => {
  const [first, second] = [await take(), await take()]
  expect(second.request).toEqual(first.request)
  expect(first.request).toMatchObject({ account: 'me', epoch: null, cursor: {} })
})

function record(text: string, listId = 'a') {
  return recordOf(replica, 'item.add', { _id: text, listId, text })
}

function take() {
  return takeBatch(replica, { window: new SendWindow(100, () => 0), now: 0 })
}

function textsOf(records: OutboxRecord[]) {
  return records.map(({ args }) => (args as { text: string }).text)
}
