import { beforeEach, describe, expect, test } from 'vitest'
import { listModel } from '../../testing/list-model.ts'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { countedIds } from '../../testing/random.ts'
import { applyAnswer } from '../local/apply-answer.ts'
import { takeBatch } from '../local/batch.ts'
import type { Batch } from '../local/batch.ts'
import type { Replica } from '../local/replica.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import { DeviceFull } from './device-full.ts'
import { firstPart } from './first-part.ts'
import { SendWindow } from './send-window.ts'

const epoch = '01900000-0000-7000-8000-0000000000e1'
const limits = { window: new SendWindow(10, () => 0), now: 0 }

let replica: Replica
let batch: Batch
/** How many items the store held after each transaction that wrote rows. */
let held: number[]
/** The transaction with this number finds no room. */
let fullAt: number

beforeEach(async () => {
  const { store } = new MemoryDatabase(['lists', 'items']).connect()
  held = []
  fullAt = Infinity
  const write: typeof store.write = async (durability, scope, work) => {
    if (scope === 'replica' && held.length + 1 >= fullAt) {
      fullAt = Infinity
      throw new DeviceFull(null)
    }
    const result = await store.write(durability, scope, work)
    if (scope === 'replica') held.push(await store.read('replica', (tx) => tx.rows('items').count()))
    return result
  }
  const watched = { ...store, write }
  const bare = { account: 'me', model: listModel, newId: countedIds(), now: () => new Date(0), log: () => {} }
  replica = { ...bare, store: watched }
  batch = await takeBatch(replica, limits)
})

/** Lists of so many items each. */
function answer(...sizes: number[]): SyncResponse {
  const spaces = sizes.map((size, list) => ({
    space: `l:${list}`,
    version: 1,
    reset: true,
    rows: Array.from({ length: size }, (_, n) => {
      const id = `${list}-${n}`
      return { collection: 'items', id, value: { _id: id, listId: String(list), text: id } }
    }),
  }))
  return { epoch, run: 1, outcomes: [], spaces, gone: [], more: false }
}

describe('[PULL-10] the first rows of a first answer are kept by themselves', () => {
  test('whole spaces, up to the first that makes 250 rows, then the rest with the next request', async () => {
    const given = answer(200, 60, 300, 5)
    const applied = await applyAnswer(replica, batch, { response: { ...given, more: true }, limitNext: () => limits })
    expect(held).toEqual([260, 565])
    expect(applied.taken.map(({ space }) => space)).toEqual(['l:0', 'l:1', 'l:2', 'l:3'])
    const cursor = { 'l:0': 1, 'l:1': 1, 'l:2': 1, 'l:3': 1 }
    expect(applied.next?.request).toMatchObject({ epoch, run: 1, cursor })
  })

  test('a device that is cut off in between has a part, and goes on from it', async () => {
    fullAt = 2
    await applyAnswer(replica, batch, { response: answer(260, 300) })
    const { request } = await takeBatch(replica, limits)
    expect([request.epoch, request.cursor]).toEqual([epoch, { 'l:0': 1 }])
    expect(await replica.store.read('replica', (tx) => tx.meta.get('partial'))).toBeDefined()
    await applyAnswer(
      replica,
      { ...batch, request },
      { response: { ...answer(0, 300), spaces: answer(0, 300).spaces.slice(1) } },
    )
    expect(held.at(-1)).toBe(560)
    expect(await replica.store.read('replica', (tx) => tx.meta.get('partial'))).toBeUndefined()
  })

  test.each<[string, Partial<SyncResponse>, Partial<Batch['request']>]>([
    ['to a device that holds something', {}, { epoch }],
    ['to a push', {}, { next: epoch }],
    ['that is small', answer(100, 100), {}],
    ['of one space', answer(900), {}],
    ['to a copy', { ...answer(), copied: 'recent' }, {}],
  ])('an answer %s is kept at once', (_, response, request) => {
    expect(firstPart({ ...batch.request, ...request }, { ...answer(200, 60, 300), ...response })).toBeNull()
  })
})
