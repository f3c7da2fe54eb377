import { expect, test } from 'vitest'
import { Copies } from './copies.ts'
import { LateCopies } from './late-copies.ts'
import { settle } from '../../testing/scheduler.ts'
import { add, world } from '../../testing/harness.ts'

test('[OUTBOX-9] what is loaded later than anybody waits for makes copies from then on, and stops with the rest', async () => {
  const { device, scheduler } = world({ online: false, keepsNoCopies: true })
  const tab = await device.open()
  const { id } = await add(tab, 'queued')
  const { replica, clock } = tab.client.inside
  const engine = { status: tab.client.status(), subscribe: () => () => {}, changed: () => {} }
  const arrived = Promise.withResolvers<void>()
  const copies = new LateCopies({ replica, clock, engine }, async (edges) => {
    await arrived.promise
    return new Copies(edges, device.place)
  })
  const waited = copies.copy(id)
  await scheduler.advance(3_000)
  await waited
  expect(await device.place.ids()).toEqual([])
  arrived.resolve()
  await settle()
  await copies.copy(id)
  expect(await device.place.ids()).toEqual([id])

  await copies.drop(id)
  await copies.stop()
  await scheduler.advance(5_000)
  expect(await device.place.ids()).toEqual([])
})
