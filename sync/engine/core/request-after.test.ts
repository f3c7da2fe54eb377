import { expect, test, vi } from 'vitest'
import { add, createHarness } from '../../testing/harness.ts'
import type { SyncRequest } from '../protocol/sync-request.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import { requestAfter } from './request-after.ts'

const [epoch, other] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2']
const asked = { epoch: null, run: 0, cursor: { 'l:a': 1, 'l:b': 2, 'l:c': 3 }, mutations: [] } as unknown as SyncRequest
const patch = (space: string, version: number) => ({ space, version, reset: false, rows: [] })
const answer: SyncResponse = {
  ...{ epoch, run: 4, outcomes: [], more: true },
  ...{ spaces: [patch('l:a', 7), patch('l:d', 1)], gone: ['l:b'] },
}

test('[PULL-9] the request after a part of an answer has the cursor that the part leads to', () => {
  const cursor = { 'l:a': 7, 'l:c': 3, 'l:d': 1 }
  expect(requestAfter(asked, answer)).toEqual({ ...asked, epoch, run: 4, cursor })
  const again = { ...asked, epoch, run: 4 }
  expect(requestAfter(again, answer)).toEqual({ ...again, cursor })
})

test.each<[string, Partial<SyncRequest>, Partial<SyncResponse>]>([
  ['nothing more is waiting', {}, { more: false }],
  ['mutations were sent', { mutations: [{ id: epoch, lane: 'l', name: 'n', args: {} }] }, {}],
  ['a push is under way', { next: other }, {}],
  ['spaces are compared', { sums: {} as never }, {}],
  ['another server answers', { epoch: other, run: 4 }, {}],
  ['the server was restored', { epoch, run: 3 }, {}],
  ['the device is a copy', {}, { copied: 'recent' }],
  ['the cursor was unclear', {}, { unclear: true }],
])('[PULL-9] nothing is asked ahead where %s', (_, request, response) => {
  expect(requestAfter({ ...asked, ...request }, { ...answer, ...response })).toBeNull()
})

test('[PULL-9] the next part is on its way while the device writes one, and a mutation queued meanwhile is sent at once', async () => {
  const { device, scheduler, requests } = createHarness({ pageSpaces: 1 })
  const tab = device.openIdle()
  const { store } = tab.client.inside.replica
  const write = store.write.bind(store)
  const writing = Promise.withResolvers<void>()
  // The first answer is written slowly.
  const slow = vi.spyOn(store, 'write').mockImplementation(async (durability, scope, work) => {
    if (scope === 'replica' && requests.length > 0) await writing.promise
    return write(durability, scope, work)
  })
  tab.client.wake('start')
  await scheduler.advance(200)
  expect(requests.map(({ cursor, ahead }) => [Object.keys(cursor), ahead])).toEqual([
    [[], undefined],
    [['l:a'], true],
  ])
  expect(await device.rows('lists')).toEqual([])
  slow.mockRestore()
  const adding = add(tab, 'meanwhile')
  writing.resolve()
  await adding
  await scheduler.advance(1_000)
  expect((await device.rows('lists')).map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
  expect((await device.rows('items')).map(({ text }) => text)).toEqual(['meanwhile'])
  expect(await device.outbox()).toEqual([])
  // The one ahead was asked without the mutation, and does not count.
  expect(requests[2]?.mutations).toHaveLength(1)
  expect(requests[2]?.cursor).toEqual(requests[1]?.cursor)
})
