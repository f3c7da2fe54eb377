import { beforeEach, describe, expect, test } from 'vitest'
import { isQuotaExceeded } from '../engine/core/device-full.ts'
import type { ClientStore, OutboxRecord, StoreTx } from '../engine/store.ts'

export type StoreUnderTest = {
  store: ClientStore
  /** The same data through new connections, as after a reload. */
  reopen: () => Promise<ClientStore>
  /** Takes what is left of the disk's room, until it is disposed of. */
  fill: () => Disposable
}

/** [STORE-1] The contract of every client store; the store has the collections `lists` and `items`. */
export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`[STORE-1] ${name}`, () => {
    let opened: StoreUnderTest
    let store: ClientStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })

    test('a transaction that throws leaves nothing, and throws what its work threw', async () => {
      const broken = store.write('strict', 'replica', async (tx) => {
        await tx.outbox.add(queued('a'))
        await tx.rows('items').put([{ _id: 'x' }])
        throw new RangeError('no')
      })
      await expect(broken).rejects.toThrow(RangeError)
      expect(await read((tx) => tx.outbox.all())).toEqual([])
      expect(await read((tx) => tx.rows('items').get('x'))).toBeUndefined()
    })

    test('rows written with either durability are there after a reopen', async () => {
      await store.write('strict', 'drafts', (tx) =>
        tx.drafts.put([{ key: 'd', text: 'hi', fileIds: [], updatedAt: '' }]),
      )
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put([{ _id: 'x', $space: 's', n: 1 }]))
      const again = await opened.reopen()
      expect(await again.read('drafts', (tx) => tx.drafts.get('d'))).toMatchObject({ text: 'hi' })
      expect(await again.read('replica', (tx) => tx.rows('items').get('x'))).toEqual({ _id: 'x', $space: 's', n: 1 })
    })

    test('orders rise, also through two connections, and none comes back after its record is gone', async () => {
      const other = await opened.reopen()
      const first = await store.write('strict', 'outbox', (tx) => tx.outbox.add(queued('a')))
      const second = await other.write('strict', 'outbox', (tx) => tx.outbox.add(queued('b')))
      await store.write('relaxed', 'outbox', (tx) => tx.outbox.delete([second]))
      const third = await store.write('strict', 'outbox', (tx) => tx.outbox.add(queued('c')))
      expect(first < second && second < third).toBe(true)
      expect((await read((tx) => tx.outbox.all())).map(({ id }) => id)).toEqual(['a', 'c'])
    })

    test('transactions that read and write run one after another', async () => {
      const other = await opened.reopen()
      const raise = (one: ClientStore, durability: 'strict' | 'relaxed') =>
        one.write(durability, 'replica', async (tx) => {
          const row = await tx.rows('lists').get('n')
          await tx.rows('lists').put([{ _id: 'n', n: Number(row?.n ?? 0) + 1 }])
        })
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => raise(i % 2 ? store : other, i % 3 ? 'strict' : 'relaxed')),
      )
      expect(await read((tx) => tx.rows('lists').get('n'))).toMatchObject({ n: 20 })
    })

    test('a value put or read is a copy', async () => {
      const row = { _id: 'x', tags: ['a'] }
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put([row]))
      row.tags.push('b')
      const seen = await read((tx) => tx.rows('items').get('x'))
      if (Array.isArray(seen?.tags)) seen.tags.push('c')
      expect(await read((tx) => tx.rows('items').get('x'))).toEqual({ _id: 'x', tags: ['a'] })
    })

    test('rows are found by space, and those of no space by none', async () => {
      const rows = [{ _id: 'a', $space: 's' }, { _id: 'b' }, { _id: 'c', $space: 't' }, { _id: 'd', $space: 's' }]
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put(rows))
      expect((await read((tx) => tx.rows('items').idsOfSpace('s'))).toSorted()).toEqual(['a', 'd'])
      expect(await read((tx) => tx.rows('lists').idsOfSpace('s'))).toEqual([])
      expect(await read((tx) => tx.rows('items').count())).toBe(4)
    })

    test('rows kept aside have two-part keys', async () => {
      const records = [
        { collection: 'items', id: 'a', row: null },
        { collection: 'lists', id: 'a', row: { _id: 'a' } },
      ]
      await store.write('relaxed', 'replica', (tx) => tx.base.put(records))
      await store.write('relaxed', 'replica', (tx) => tx.base.delete([['items', 'a']]))
      const kept = await read((tx) =>
        tx.base.getMany([
          ['items', 'a'],
          ['lists', 'a'],
        ]),
      )
      expect(kept).toEqual([undefined, { collection: 'lists', id: 'a', row: { _id: 'a' } }])
    })

    test('spans take what lies between their keys, both included', async () => {
      const ids = ['a', 'b', 'c', 'd', 'e', 'f']
      const records = ['items', 'lists'].flatMap((collection) => ids.map((id) => ({ collection, id, row: null })))
      await store.write('relaxed', 'replica', async (tx) => {
        await tx.base.put(records)
        await tx.base.deleteSpans([
          [
            ['items', 'b'],
            ['items', 'd'],
          ],
          [
            ['items', 'f'],
            ['lists', 'e'],
          ],
        ])
        await tx.base.put([{ collection: 'items', id: 'c', row: null }])
      })
      const kept = (await read((tx) => tx.base.all())).map(({ collection, id }) => `${collection} ${id}`)
      expect(kept).toEqual(['items a', 'items c', 'items e', 'lists f'])
    })

    test('rows between ids come in order, the first of them', async () => {
      const rows = ['d', 'b', 'a', 'c'].map((_id) => ({ _id }))
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put(rows))
      expect(await read((tx) => tx.rows('items').between(['b', 'd'], 9))).toEqual([
        { _id: 'b' },
        { _id: 'c' },
        { _id: 'd' },
      ])
      expect(await read((tx) => tx.rows('items').between(['a0', 'x'], 2))).toEqual([{ _id: 'b' }, { _id: 'c' }])
      expect(await read((tx) => tx.rows('items').between(['x'], 2))).toEqual([])
    })

    test('getMany answers in the order asked, with undefined for what is not there', async () => {
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put([{ _id: 'a' }, { _id: 'b' }]))
      expect(await read((tx) => tx.rows('items').getMany(['b', 'x', 'a']))).toEqual([
        { _id: 'b' },
        undefined,
        { _id: 'a' },
      ])
      expect(await read((tx) => tx.rows('items').getMany([]))).toEqual([])
    })

    test('keys come in order, without what they stand for', async () => {
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put([{ _id: 'b' }, { _id: 'a' }]))
      await store.write('strict', 'files', (tx) => tx.blobs.put([{ fileId: 'f/0', bytes: new ArrayBuffer(4) }]))
      expect(await read((tx) => tx.rows('items').keys())).toEqual(['a', 'b'])
      expect(await store.read('unsent', (tx) => tx.blobs.keys())).toEqual(['f/0'])
    })

    test('the outbox counts by state and knows its oldest pending record', async () => {
      await store.write('strict', 'outbox', async (tx) => {
        await tx.outbox.add({ ...queued('a'), state: 'rejected' })
        await tx.outbox.add({ ...queued('b'), state: 'sending' })
        await tx.outbox.add(queued('c'))
      })
      expect(await read((tx) => tx.outbox.count(['waiting', 'sending']))).toBe(2)
      expect(await read((tx) => tx.outbox.count())).toBe(3)
      expect(await read((tx) => tx.outbox.oldestPending())).toMatchObject({ id: 'b' })
      expect(await read((tx) => tx.outbox.byId('c'))).toMatchObject({ id: 'c', state: 'waiting' })
      expect(await read((tx) => tx.outbox.byId('z'))).toBeUndefined()
    })

    test('[QUOTA-3] a full store says so, keeps what it has, lets go of what it is told to, and takes more when it can', async () => {
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put([{ _id: 'x' }, { _id: 'y' }]))
      const writes: ((tx: StoreTx) => Promise<unknown>)[] = [
        (tx) => tx.outbox.add(queued('a')),
        (tx) => tx.rows('items').put([{ _id: 'w' }, { _id: 'z' }]),
      ]
      {
        using _full = opened.fill()
        for (const write of writes) {
          const failed = await store.write('strict', 'replica', write).catch((cause: unknown) => cause)
          expect(isQuotaExceeded(failed)).toBe(true)
        }
        await store.write('relaxed', 'replica', (tx) => tx.rows('items').delete(['x']))
        expect(await read((tx) => tx.rows('items').all())).toEqual([{ _id: 'y' }])
        expect(await read((tx) => tx.outbox.all())).toEqual([])
      }
      for (const write of writes) await store.write('strict', 'replica', write)
      expect(await read((tx) => tx.outbox.all())).toHaveLength(1)
      expect(await read((tx) => tx.rows('items').count())).toBe(3)
    })

    test('a value that cannot be kept fails its transaction, and nothing of it stays', async () => {
      const row = { _id: 'x', work: () => {} }
      const failed = store.write('strict', 'replica', async (tx) => {
        await tx.rows('items').put([{ _id: 'w' }])
        await tx.rows('items').put([row])
      })
      await expect(failed).rejects.toMatchObject({ name: 'DataCloneError' })
      expect(await read((tx) => tx.rows('items').all())).toEqual([])
    })

    test('hundreds of rows are all kept, or none', async () => {
      const rows = Array.from({ length: 300 }, (_, n) => ({ _id: `r${n}`, $space: 's' }))
      await store.write('relaxed', 'replica', (tx) => tx.rows('items').put(rows))
      expect(await read((tx) => tx.rows('items').count())).toBe(300)
      const broken = store.write('relaxed', 'replica', async (tx) => {
        await tx.rows('items').delete(rows.map(({ _id }) => _id))
        throw new RangeError('no')
      })
      await expect(broken).rejects.toThrow(RangeError)
      expect(await read((tx) => tx.rows('items').count())).toBe(300)
    })

    test('bytes come back as they went in', async () => {
      const bytes = new Uint8Array([1, 2, 250]).buffer
      await store.write('strict', 'files', (tx) => tx.blobs.put([{ fileId: 'f', bytes }]))
      const blob = await store.read('files', (tx) => tx.blobs.get('f'))
      expect(blob && [...new Uint8Array(blob.bytes)]).toEqual([1, 2, 250])
    })

    const read = <Result>(work: (tx: StoreTx) => Promise<Result>) => store.read('replica', work)
  })
}

/** A mutation that waits. */
export function queued(id: string): Omit<OutboxRecord, 'order'> {
  return {
    id,
    lane: 'l',
    name: 'n',
    args: {},
    owner: 'o',
    schema: 1,
    queuedAt: '2026-01-01T00:00:00.000Z',
    state: 'waiting',
    attempts: 0,
    rejection: null,
  }
}
