import { expect, test } from 'vitest'
import { add, newId, createHarness } from '../../testing/harness.ts'
import type { Item } from '../../testing/list-model.ts'
import { addArgsOf } from '../../testing/next-list-model.ts'
import { settle } from '../../testing/scheduler.ts'

test('[VERSION-4] mutations of the previous app are shown by the next one, and sent under their own schema, once', async () => {
  const { device, scheduler, server, requests, line } = createHarness({ online: false })
  const old = await device.open()
  const first = await add(old, 'of the first app')
  old.kill()
  device.app = 'next'
  const tab = await device.open()
  const args = { _id: newId(), listId: 'a', text: 'of the next app' }
  const second = await tab.client.mutate('item.add', addArgsOf(tab.app, args))
  await settle()
  expect(textsOf(await device.rows('items'))).toEqual(['of the first app', 'of the next app'])

  line.up = true
  await scheduler.advance(20_000)
  const sent = requests.filter(({ mutations }) => mutations.length > 0)
  const schemas = new Set(sent.flatMap(({ schema, mutations }) => mutations.map(({ id }) => `${schema} ${id}`)))
  expect(schemas).toEqual(new Set([`1 ${first.id}`, `2 ${second.id}`]))
  expect([first, second].map(({ id }) => server.applied.get(id))).toEqual([1, 1])
  expect(textsOf(await device.rows('items'))).toEqual(['of the first app', 'of the next app'])
  expect(await device.outbox()).toEqual([])
})

test('[VERSION-4] a mutation that an app cannot read is not shown, stays queued, and is sent unchanged', async () => {
  const { device, scheduler, server, line } = createHarness({ online: false })
  device.app = 'next'
  const tab = await device.open()
  const args = { _id: newId(), listId: 'a', text: 'of the next app' }
  const { id } = await tab.client.mutate('item.add', addArgsOf(tab.app, args))
  tab.kill()
  device.app = 'first'
  const old = await device.open()
  await add(old, 'of the first app')
  await old.client.resetCache()
  expect(textsOf(await device.rows('items'))).toEqual(['of the first app'])
  line.up = true
  await scheduler.advance(20_000)
  expect(server.applied.get(id)).toBe(1)
  expect(textsOf(await device.rows('items'))).toEqual(['of the first app', 'of the next app'])
})

test('[SCHEMA-1] an app that is told to reload keeps what it has queued, and the one that is loaded then sends it', async () => {
  const { device, scheduler, server, line } = createHarness()
  const tab = await device.open()
  await scheduler.advance(1_000)
  line.answer = () => ({ status: 409, body: { message: 'Reload it to go on.' } })
  const kept = [await add(tab, 'one'), await add(tab, 'two', 'b')]
  await scheduler.advance(120_000)
  expect((await device.outbox()).map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
  expect(tab.client.status().state).toBe('failing')
  expect(textsOf(await device.rows('items'))).toEqual(['one', 'two'])

  line.answer = null
  tab.kill()
  await device.open()
  await scheduler.advance(5_000)
  expect(kept.map(({ id }) => server.applied.get(id))).toEqual([1, 1])
  expect(await device.outbox()).toEqual([])
})

function textsOf(rows: object[]): string[] {
  return (rows as Item[]).map(({ text }) => text).toSorted()
}
