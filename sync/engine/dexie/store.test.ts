import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { collectUnhandled } from '../../testing/collect-unhandled.ts'
import { fillDisk } from '../../testing/full-disk.ts'
import { listModel } from '../../testing/list-model.ts'
import { queued, storeContract } from '../../testing/store-contract.ts'
import { applyPoke } from '../local/apply-poke.ts'
import { collection } from '../model.ts'
import type { Upload } from '../store.ts'
import { deleteDatabase, openDatabase } from './database.ts'

const opened: { close(): Promise<void> }[] = []
async function open(account: string) {
  const database = await openDatabase(account, listModel)
  opened.push(database)
  return database
}
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

for (const way of ['put', 'commit'] as const) {
  storeContract(`dexie, full at ${way}`, async () => {
    const account = v7()
    const reopen = async () => (await open(account)).store
    return { store: (await open(account)).store, reopen, fill: () => fillDisk(way) }
  })
}

test('[STORE-3] the outbox is written with strict durability, caches with relaxed', async () => {
  const durabilities: unknown[] = []
  using _watch = beforeTransaction((options) => durabilities.push(options?.durability))
  const { store } = await open(v7())
  durabilities.length = 0
  await store.write('strict', 'drafts', (tx) => tx.drafts.clear())
  await store.write('relaxed', 'drafts', (tx) => tx.drafts.clear())
  expect(durabilities).toEqual(['strict', 'relaxed'])
})

test('[STORE-4] a live query hears of what is written with either durability, once a transaction', async () => {
  const { db, store } = await open(v7())
  const seen: number[] = []
  const heard = Promise.withResolvers<void>()
  const subscription = liveQuery(() => db.items.count()).subscribe((count) => {
    seen.push(count)
    if (count === 4) heard.resolve()
    const next = { 0: 'strict', 2: 'relaxed' } as const
    const durability = next[count as 0 | 2]
    if (!durability) return
    void store.write(durability, 'replica', async (tx) => {
      await tx.rows('items').put([{ _id: `${count}a` }])
      await tx.rows('items').put([{ _id: `${count}b` }])
    })
  })
  await heard.promise
  subscription.unsubscribe()
  expect(seen).toEqual([0, 2, 4])
})

test('[STORE-5] a lost connection is opened again, and the transaction runs', async () => {
  let lose = false
  let lost = 0
  using _watch = beforeTransaction(() => {
    if (!lose) return
    lose = false
    lost += 1
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  const { store } = await open(v7())
  lose = true
  await store.write('strict', 'drafts', (tx) => tx.drafts.put([{ key: 'a', text: 'kept', fileIds: [], updatedAt: '' }]))
  expect(await store.read('drafts', (tx) => tx.drafts.get('a'))).toMatchObject({ text: 'kept' })
  expect(lost).toBe(1)
})

test('[STORE-5] two transactions that find the connection lost each run once over one new connection, and live queries read again', async () => {
  const { db, store } = await open(v7())
  const counts: number[] = []
  const subscription = liveQuery(() => db.drafts.count()).subscribe((count) => counts.push(count))
  await vi.waitFor(() => expect(counts).toEqual([0]))
  const lost = db.backendDB()
  lost.close()
  const draft = (key: string) => ({ key, text: '', fileIds: [], updatedAt: '' })
  await Promise.all(['a', 'b'].map((key) => store.write('strict', 'drafts', (tx) => tx.drafts.put([draft(key)]))))
  expect(db.backendDB()).not.toBe(lost)
  await vi.waitFor(() => expect(counts.at(-1)).toBe(2))
  subscription.unsubscribe()
})

test('[STORE-1] work that awaits something else than its transaction fails, and is not run again', async () => {
  const { store } = await open(v7())
  const elsewhere = () => new Promise((resolve) => setTimeout(resolve, 20))
  const runs = vi.fn<() => void>()
  const goesOn = store.write('strict', 'drafts', async (tx) => {
    runs()
    await elsewhere()
    await tx.drafts.put([{ key: 'a', text: 'late', fileIds: [], updatedAt: '' }])
  })
  await expect(goesOn).rejects.toThrow()
  const keepsQuiet = store.write('strict', 'drafts', async () => {
    runs()
    await elsewhere()
  })
  await expect(keepsQuiet).rejects.toThrow('outlived')
  expect(runs).toHaveBeenCalledTimes(2)
})

test('[STORE-1] a transaction that has ended throws nothing at who asks: its promises refuse', async () => {
  const { store } = await open(v7())
  const { tx } = await store.write('relaxed', 'all', async (live) => ({ tx: live }))
  const asks: (() => Promise<unknown>)[] = [
    () => tx.rows('items').get('a'),
    () => tx.rows('items').between(['a'], 1),
    () => tx.rows('items').count(),
    () => tx.rows('items').idsOfSpace('s'),
    () => tx.spaces.getMany(['a']),
    () => tx.base.all(),
    () => tx.meta.keys(),
    () => tx.meta.put([{ key: 'a', value: '' }]),
    () => tx.drafts.delete(['a']),
    () => tx.uploads.deleteSpans([['a', 'b']]),
    () => tx.blobs.clear(),
    () => tx.outbox.add(queued('a')),
    () => tx.outbox.byId('a'),
    () => tx.outbox.count(),
    () => tx.outbox.count(['waiting']),
    () => tx.outbox.oldestPending(),
  ]
  const refused = await Promise.allSettled(asks.map((ask) => ask()))
  expect(refused.map(({ status }) => status)).toEqual(asks.map(() => 'rejected'))
})

test('[STORE-1] an error in a transaction that the browser has aborted fails that transaction alone', async () => {
  const { store } = await open(v7())
  await store.write('strict', 'replica', async (tx) => {
    await tx.meta.put(Object.entries({ epoch: 'e', run: '1' }).map(([key, value]) => ({ key, value })))
    await tx.spaces.put([{ space: 'l:a', version: 1 }])
    // Its half asks for a row, and is told that the transaction is gone.
    await tx.outbox.add({ ...queued('m'), name: 'item.done', args: { _id: 'i', listId: 'a' } })
  })
  const replica = { account: 'o', model: listModel, store, newId: v7, now: () => new Date(), log: () => {} }
  const rows = [{ collection: 'items', id: 'j', value: { _id: 'j', listId: 'a' } }]
  const spaces = [{ space: 'l:a', since: 1, version: 2, reset: false as const, rows }]
  const { unhandled } = await collectUnhandled(async () => {
    using _full = fillDisk('commit')
    const taken = applyPoke(replica, { account: 'o', epoch: 'e', run: 1, spaces })
    await expect(taken).rejects.toMatchObject({ name: 'QuotaExceededError' })
  })
  expect(unhandled).toEqual([])
  expect(await store.read('replica', (tx) => tx.rows('items').all())).toEqual([])
})

test('[STORE-5] a database that was removed does not come back', async () => {
  const account = v7()
  const { store } = await open(account)
  await deleteDatabase(account, listModel)
  await expect(store.read('drafts', (tx) => tx.drafts.all())).rejects.toThrow()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`lists-${account}`)
})

test('[CURSOR-4] an app with other collections keeps what is there, and asks for everything again', async () => {
  const account = v7()
  const before = await openDatabase(account, listModel)
  await before.store.write('strict', 'replica', async (tx) => {
    await tx.spaces.put([{ space: 'l:a', version: 7 }])
    await tx.rows('items').put([{ _id: 'i', $space: 'l:a' }])
  })
  await before.close()
  const after = await openDatabase(account, {
    ...listModel,
    storage: 2,
    collections: { ...listModel.collections, tags: collection<{ _id: string }>({ indexes: [], space: () => 'l:a' }) },
  })
  opened.push(after)
  const [spaces, items] = await after.store.read('replica', async (tx) => [
    await tx.spaces.all(),
    await tx.rows('items').get('i'),
  ])
  expect(spaces).toEqual([{ space: 'l:a', version: 0 }])
  expect(items).toMatchObject({ _id: 'i' })
})

test('[VERSION-4] unsent mutations survive an upgrade of the database, also those that an open tab of the old app writes then', async () => {
  const account = v7()
  const before = await openDatabase(account, listModel)
  opened.push(before)
  const bytes = new Uint8Array([1, 2, 3]).buffer
  await before.store.write('strict', 'replica', async (tx) => {
    await tx.outbox.add(queued('first'))
    await tx.uploads.put([upload])
    await tx.blobs.put([{ fileId: upload.fileId, bytes }])
  })
  await before.store.write('strict', 'drafts', (tx) =>
    tx.drafts.put([{ key: 'd', text: 'half', fileIds: [], updatedAt: '' }]),
  )
  const after = await openDatabase(account, {
    ...listModel,
    storage: 3,
    collections: { ...listModel.collections, tags: collection<{ _id: string }>({ indexes: [], space: () => 'l:a' }) },
  })
  opened.push(after)
  await before.store.write('strict', 'outbox', (tx) => tx.outbox.add(queued('second')))
  await before.store.write('strict', 'drafts', (tx) =>
    tx.drafts.put([{ key: 'e', text: 'other', fileIds: [], updatedAt: '' }]),
  )
  const kept = await after.store.read('replica', async (tx) => ({
    outbox: (await tx.outbox.all()).map(({ id }) => id),
    uploads: await tx.uploads.all(),
    bytes: [...new Uint8Array((await tx.blobs.get(upload.fileId))?.bytes ?? new ArrayBuffer(0))],
  }))
  expect(kept).toEqual({ outbox: ['first', 'second'], uploads: [upload], bytes: [1, 2, 3] })
  expect(await after.store.read('drafts', (tx) => tx.drafts.all())).toMatchObject([{ text: 'half' }, { text: 'other' }])
})

const upload: Upload = {
  ...{ fileId: 'f', name: 'a.jpg', mimeType: 'image/jpeg', size: 3, state: 'waiting', sent: 0 },
  ...{ rejection: null, width: null, height: null, queuedAt: '' },
}

/** Runs `look` before each transaction. */
function beforeTransaction(look: (options: IDBTransactionOptions | undefined) => void): Disposable {
  const { prototype } = IDBDatabase
  const original = Object.getOwnPropertyDescriptor(prototype, 'transaction')
  const transaction = original?.value as IDBDatabase['transaction']
  prototype.transaction = function (names, mode, options) {
    look(options)
    return transaction.call(this, names, mode, options)
  }
  return {
    [Symbol.dispose]() {
      Object.defineProperty(prototype, 'transaction', { ...original })
    },
  }
}
