import { expect, test } from 'vitest'
import { add, createHarness } from '../testing/harness.ts'
import { readHealth } from './health.ts'

const storage = {
  estimate: async () => ({ quota: 1_000, usage: 10 }),
  persisted: async () => true,
  persist: async () => true,
}

test('[STATUS-3] health has the queue and its age, the last pull, who leads, the room, and each space with its checksum', async () => {
  const { device, scheduler, line } = createHarness()
  const tab = await device.open()
  const inside = { ...tab.client.inside, storage }
  await scheduler.advance(61_000)
  line.up = false
  await add(tab, 'pending')
  await scheduler.advance(30_000)
  const health = await readHealth({ inside, status: () => tab.client.status() })
  expect(health).toMatchObject({
    status: { state: 'offline', leader: true, pending: 1, lastSyncAt: '2026-01-01T00:01:00.020Z' },
    oldestPendingMs: 30_000,
    counts: { waiting: 1, sending: 0, rejected: 0, cancelling: 0 },
    rows: { lists: 3, items: 1 },
    ...{ quota: 1_000, usage: 10, persisted: true },
  })
  expect(health.spaces.map(({ space, check }) => [space, check?.verdict])).toEqual([
    ['l:a', 'same'],
    ['l:b', undefined],
    ['l:c', undefined],
  ])
  expect(health.log.at(-1)).toMatchObject({ level: 'info', message: 'sync failed: no answer' })
})

test('[STATUS-3] where the browser does not say how much room there is, neither does health', async () => {
  const { device } = createHarness()
  const { client } = await device.open()
  expect(await readHealth(client)).toMatchObject({ quota: null, usage: null, persisted: null, oldestPendingMs: null })
})
