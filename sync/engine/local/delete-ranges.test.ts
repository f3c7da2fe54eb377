import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { queued } from '../../testing/store-contract.ts'
import { deleteRanges } from './delete-ranges.ts'

test('all given rows are deleted and all others stay, in as many deletions as there are gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), async (stays) => {
      const { store } = new MemoryDatabase([]).connect()
      const left = await store.write('relaxed', 'outbox', async (tx) => {
        for (const n of stays.keys()) await tx.outbox.add(queued(String(n)))
        const all = await tx.outbox.all()
        const spans: unknown[] = []
        const deleteSpans: typeof tx.outbox.deleteSpans = (given) => {
          spans.push(...given)
          return tx.outbox.deleteSpans(given)
        }
        const gone = all.filter((_, n) => !stays[n])
        await deleteRanges({ ...tx.outbox, deleteSpans }, { all, gone, keyOf: ({ order }) => order })
        expect(spans).toHaveLength(stays.filter((each, n) => !each && stays[n - 1] !== false).length)
        return tx.outbox.all()
      })
      expect(left.map(({ id }) => id)).toEqual([...stays.keys()].filter((n) => stays[n]).map(String))
    }),
  )
})
