import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { Device, LedgerEntry } from './entity.ts'
import { prune } from './prune.ts'
import { makePair } from './testing/person.ts'
import type { Person } from './testing/person.ts'
import { TestDevice, textMutation } from './testing/test-device.ts'

const DAY_MS = 86_400_000
let elapsedMs = 0
let server: TestServer
let fan: Person
let conversationId: string

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  ;({ fan, conversationId } = await makePair(server, 1))
})
afterAll(() => server.stop())

const nonsense = (id: string = randomUUID()) => ({ id, lane: 'a', name: 'nonsense', args: {} })

async function kept(device: TestDevice, ids: string[]): Promise<{ outcomes: number; devices: number }> {
  const em = server.app.orm.em.fork()
  return {
    outcomes: await em.count(LedgerEntry, { id: { $in: ids } }),
    devices: await em.count(Device, { deviceId: device.device }),
  }
}

async function pruneAfter(days: number): Promise<void> {
  elapsedMs += days * DAY_MS
  await prune(server.app)
}

test('[LEDGER-6] rejections of unknown mutations are forgotten after 30 days, and so are devices of nothing else', async () => {
  const devices = Array.from({ length: 3 }, () => new TestDevice(server, fan))
  const ids: string[] = []
  for (const device of devices) {
    const { outcomes } = await device.sync([nonsense(), nonsense()])
    ids.push(...outcomes.map(({ id }) => id))
  }
  const [device = new TestDevice(server, fan)] = devices
  await pruneAfter(29)
  expect(await kept(device, ids)).toEqual({ outcomes: 6, devices: 1 })
  await pruneAfter(2)
  expect(await kept(device, ids)).toEqual({ outcomes: 0, devices: 0 })
})

test('[LEDGER-6] applied mutations and cancellations stay until their device has confirmed them', async () => {
  elapsedMs = 0
  const device = new TestDevice(server, fan)
  const applied = textMutation(conversationId, 'stays')
  const cancelled = { ...textMutation(conversationId, 'taken back'), cancelled: true as const }
  const rejected = nonsense()
  await device.sync([applied, cancelled, rejected])
  await pruneAfter(60)
  expect(await kept(device, [applied.id, cancelled.id])).toEqual({ outcomes: 2, devices: 1 })
  expect(await kept(device, [rejected.id])).toEqual({ outcomes: 0, devices: 1 })
})
