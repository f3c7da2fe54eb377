import { expect, test } from 'vitest'
import type { Device, Tab } from '../../testing/device.ts'
import { add, ME, OTHER, createHarness } from '../../testing/harness.ts'
import type { ModelServer } from '../../testing/model-server.ts'
import { settle } from '../../testing/scheduler.ts'

test('[CURSOR-5] spaces that both sides know are not named, and one that has come in is found', async () => {
  const { device, scheduler, server, requests } = createHarness()
  const tab = await device.open()
  await scheduler.advance(1_000)
  await add(tab, 'one')
  await scheduler.advance(1_000)
  expect(requests.at(-1)).toMatchObject({ cursor: {}, compact: { versions: [1, 1, 1] } })
  server.createList('d', [ME, OTHER])
  await add(tab, 'two')
  await scheduler.advance(1_000)
  expect(requests.at(-1)?.compact?.versions).toEqual([2, 1, 1])
  expect(requests).toHaveLength(3)
  expect((await device.rows('lists')).map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd'])
})

test('[CURSOR-6] a device that was just answered sends a sum, in which the server finds what has moved since', async () => {
  const { device, scheduler, server, requests } = createHarness()
  const tab = await openWithLists(device, server)
  await scheduler.advance(1_000)
  expect(requests.at(-1)?.compact?.sums).toBeUndefined()
  await add(tab, 'removed elsewhere')
  await scheduler.advance(1_000)
  // Its mutations may move more spaces than a sum tells of.
  expect(requests.at(-1)?.compact?.versions).toHaveLength(9)
  server.removeItem('a', String((await device.rows('items'))[0]?._id))
  for (const left of [[], []]) {
    tab.client.wake('manual')
    await scheduler.advance(100)
    expect(requests.at(-1)).toMatchObject({ cursor: {}, compact: { versions: [], sums: [expect.any(Number)] } })
    expect(await device.rows('items')).toEqual(left)
  }
  expect(requests).toHaveLength(4)
})

test('[CURSOR-6] sums that do not tell are followed by versions, and none are sent after a long pause', async () => {
  const { device, scheduler, server, requests, line } = createHarness()
  const tab = await openWithLists(device, server)
  await scheduler.advance(1_000)
  server.createList('j', [ME, OTHER])
  tab.client.wake('manual')
  await scheduler.advance(500)
  expect(requests.slice(1).map(({ compact }) => compact?.sums?.length ?? compact?.versions.length)).toEqual([1, 9])
  expect((await device.rows('lists')).map(({ _id }) => _id)).toContain('j')
  line.up = false
  await scheduler.advance(700_000)
  line.up = true
  tab.client.wake('online')
  await scheduler.advance(500)
  expect(requests.at(-1)?.compact?.versions).toHaveLength(10)
})

test('[CURSOR-5] a cursor that cannot be told is sent by name at once; what went with it is applied once', async () => {
  const { device, scheduler, server, requests } = createHarness()
  const tab = await device.open()
  await scheduler.advance(1_000)
  for (const list of ['b', 'c']) server.setMember(list, ME, false)
  const { id } = await add(tab, 'one')
  await scheduler.advance(500)
  expect(requests.slice(1).map(({ cursor, mutations }) => [Object.keys(cursor), mutations.length])).toEqual([
    [[], 1],
    [['l:a', 'l:b', 'l:c'], 1],
  ])
  await settle()
  expect(server.applied.get(id)).toBe(1)
  expect(await device.outbox()).toEqual([])
  expect((await device.rows('lists')).map(({ _id }) => _id)).toEqual(['a'])
})

/** With as many lists as a sum is shorter than the versions of. */
function openWithLists(device: Device, server: ModelServer): Promise<Tab> {
  for (const list of ['d', 'e', 'f', 'g', 'h', 'i']) server.createList(list, [ME, OTHER])
  return device.open()
}
