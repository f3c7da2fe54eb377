import { beforeEach, expect, test } from 'vitest'
import { listModel } from '../../testing/list-model.ts'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { countedIds } from '../../testing/random.ts'
import { SendWindow } from '../core/send-window.ts'
import { releaseBatch, returnBatch, takeBatch } from './batch.ts'
import { enqueue, recordOf } from './enqueue.ts'
import type { Replica } from './replica.ts'

let replica: Replica
beforeEach(async () => {
  const { store } = new MemoryDatabase(['lists', 'items']).connect()
  replica = { account: 'me', model: listModel, store, newId: countedIds(), now: () => new Date(0), log: () => {} }
  const list = { _id: 'a', title: 'as the server has it', count: 0, last: null }
  await store.write('strict', 'replica', (tx) => tx.rows('lists').put([list]))
})

test('[OUTBOX-8] a mutation that was never in a request takes in the next one of its kind, under its id', async () => {
  const first = await title('one')
  const second = await title('two')
  expect(second.id).toBe(first.id)
  expect(await outbox()).toMatchObject([{ id: first.id, order: 1, args: { listId: 'a', title: 'two' } }])
  expect(await shown()).toBe('two')
})

test('[OUTBOX-8] the server’s row is kept aside as it was, and comes back', async () => {
  await title('one')
  await title('two')
  const base = await replica.store.read('replica', (tx) => tx.base.all())
  expect(base.map(({ row }) => row?.title)).toEqual(['as the server has it'])
})

test('[OUTBOX-8] a mutation that was in a request stays as it was sent, also when no answer came', async () => {
  const first = await title('one')
  const { sent } = await take()
  expect((await title('two')).id).not.toBe(first.id)
  await releaseBatch(replica, sent)
  await title('three')
  expect((await outbox()).map(({ args }) => (args as { title: string }).title)).toEqual(['one', 'three'])
})

test('[OUTBOX-8] a mutation taken for a request that was never sent takes in the next one', async () => {
  const first = await title('one')
  await returnBatch(replica, (await take()).sent)
  expect((await title('two')).id).toBe(first.id)
})

test('[OUTBOX-8] nothing is folded past what came in between, nor into another list, account or version', async () => {
  const first = await title('one')
  await add()
  const second = await title('two')
  const other = await title('three', { listId: 'b' })
  const theirs = await title('four', { listId: 'b' }, { owner: 'somebody else' })
  const older = await title('five', { listId: 'b' }, { schema: 0 })
  const ids = [first, second, other, theirs, older].map(({ id }) => id)
  expect(new Set(ids).size).toBe(5)
})

test('[OUTBOX-8] a request that takes the record takes what was folded into it', async () => {
  await title('one')
  const limits = { window: new SendWindow(100, () => 0), now: 0 }
  const { batch } = await enqueue(replica, recordOf(replica, 'list.title', { listId: 'a', title: 'two' }), { limits })
  expect(batch?.request.mutations).toMatchObject([{ args: { title: 'two' } }])
})

function title(text: string, { listId = 'a' } = {}, about = {}) {
  return enqueue(replica, { ...recordOf(replica, 'list.title', { listId, title: text }), ...about })
}

function add() {
  return enqueue(replica, recordOf(replica, 'item.add', { _id: 'x', listId: 'a', text: 'x' }))
}

function take() {
  return takeBatch(replica, { window: new SendWindow(100, () => 0), now: 0 })
}

function outbox() {
  return replica.store.read('outbox', (tx) => tx.outbox.all())
}

async function shown() {
  return (await replica.store.read('replica', (tx) => tx.rows('lists').get('a')))?.title
}
