import { expect, test } from 'vitest'
import { add, createHarness } from '../../testing/harness.ts'
import { settle } from '../../testing/scheduler.ts'
import { LazyOutboxBackup } from './lazy-outbox-backup.ts'
import { OutboxBackup } from './outbox-backup.ts'

test('[OUTBOX-9] a backup that loads too late makes copies from then on, and stops with the rest', async () => {
  const { device, scheduler } = createHarness({ online: false, keepsNoCopies: true })
  const tab = await device.open()
  const { id } = await add(tab, 'queued')
  const { replica, clock } = tab.client.inside
  const engine = { status: tab.client.status(), subscribe: () => () => {}, changed: () => {} }
  const arrived = Promise.withResolvers<void>()
  const copies = new LazyOutboxBackup(
    { replica, clock, engine, flushedBefore: async () => Infinity },
    async (edges) => {
      await arrived.promise
      return new OutboxBackup(edges, device.place)
    },
  )
  const waited = copies.backUp(id)
  await scheduler.advance(3_000)
  await waited
  expect(await device.place.ids()).toEqual([])
  arrived.resolve()
  await settle()
  await copies.backUp(id)
  expect(await device.place.ids()).toEqual([id])

  await copies.drop(id)
  await copies.stop()
  await scheduler.advance(5_000)
  expect(await device.place.ids()).toEqual([])
})
