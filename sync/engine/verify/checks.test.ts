import { expect, test } from 'vitest'
import { listModel } from '../../testing/list-model.ts'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { countedIds } from '../../testing/random.ts'
import type { Replica } from '../local/replica.ts'
import type { SpaceChecksum } from '../protocol/space-checksum.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import { noteChecks, readChecks } from './checks.ts'

async function started() {
  const { store } = new MemoryDatabase(['lists', 'items']).connect()
  const told: string[] = []
  const replica: Replica = {
    ...{ account: 'me', model: listModel, store, newId: countedIds(), now: () => new Date(0) },
    log: ({ level }) => void told.push(level),
  }
  await store.write('strict', 'replica', (tx) => tx.spaces.put([{ space: 'l:a', version: 1 }]))
  const note = async (said: 'same' | 'other' | 'nothing', part?: SpaceChecksum['part']) => {
    const sum: SpaceChecksum = { space: 'l:a', version: 1, ids: {}, sum: 1, ...(part && { part }) }
    const response = { verified: said === 'nothing' ? {} : { 'l:a': said } } as unknown as SyncResponse
    const taken = said === 'other' ? [{ space: 'l:a', version: 1 }] : []
    const applied = { taken } as unknown as Parameters<typeof noteChecks>[2]['applied']
    return (await noteChecks(replica, [sum], { response, applied })).get('l:a')
  }
  const kept = async () => (await store.read('outbox', readChecks)).spaces['l:a']
  return { note, kept, told }
}

test('[VERIFY-3] a space that has moved on says so, and stays noted as what it was', async () => {
  const { note, kept, told } = await started()
  expect(await note('nothing')).toBe('moved')
  expect(await note('same')).toBe('same')
  expect(await note('nothing')).toBe('moved')
  expect(await kept()).toMatchObject({ verdict: 'same' })
  expect(await note('other')).toBe('repaired')
  expect(await note('nothing')).toBe('moved')
  expect(told).toEqual(['warn'])
})

test('[VERIFY-5] a space in parts is sound once all of them were the same: one that differs each time is told of, once', async () => {
  const { note, kept, told } = await started()
  const [first, last] = [
    { after: '', upTo: 'items m' },
    { after: 'items m', upTo: null },
  ]
  await note('same', first)
  expect(await note('other', last)).toBe('repaired')
  expect(await note('same', first)).toBe('same')
  expect(await kept()).toMatchObject({ verdict: 'repaired' })
  expect(await note('other', last)).toBe('differing')
  await note('same', first)
  expect(await note('other', last)).toBe('differing')
  expect(told).toEqual(['warn', 'error'])
  await note('same', first)
  await note('same', last)
  expect(await kept()).toMatchObject({ verdict: 'same', repairs: 3 })
  expect(await note('other', last)).toBe('repaired')
})
