import { expect, test } from 'vitest'
import { add, ME, OTHER, createHarness } from '../../testing/harness.ts'
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
