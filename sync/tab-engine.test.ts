import { describe, expect, test } from 'vitest'
import { add, world } from './testing/world.ts'

describe('[TAB-1] tabs', () => {
  test('one tab talks to the server, and every tab writes', async () => {
    const { device, scheduler, requests } = world()
    const first = await device.open()
    const second = await device.open()
    await scheduler.advance(2_000)
    const asked = requests.length
    await add(second, 'from the second')
    await scheduler.advance(500)
    expect(requests.length - asked).toBe(1)
    expect(await device.outbox()).toEqual([])
    expect([first.client.status().leader, second.client.status().leader]).toEqual([true, false])
    expect(second.client.status()).toMatchObject({ state: 'idle', pending: 0 })
  })

  test('a closed leader is followed at once', async () => {
    const { device, scheduler } = world()
    const first = await device.open()
    const second = await device.open()
    await first.client.stop()
    await scheduler.advance(100)
    expect(second.client.status().leader).toBe(true)
  })

  test('[TAB-2] a frozen leader is taken over within a second, and stands back when it thaws', async () => {
    const { device, scheduler, server } = world()
    const first = await device.open()
    const second = await device.open()
    await scheduler.advance(100)
    first.gate.freeze()
    const { id } = await add(second, 'while frozen')
    await scheduler.advance(1_000)
    expect(server.applied.get(id)).toBe(1)
    first.gate.thaw()
    await scheduler.advance(100)
    expect([first.client.status().leader, second.client.status().leader]).toEqual([false, true])
    await add(first, 'after')
    await scheduler.advance(1_000)
    expect(await device.outbox()).toEqual([])
  })

  test('[TAB-3] a service worker drains the outbox when no tab is there, and leaves it to a tab that is', async () => {
    const { device, scheduler, server, line } = world({ online: false })
    const tab = await device.open()
    const { id } = await add(tab, 'closed too early')
    tab.kill()
    line.up = true
    const worker = device.openIdle()
    const done = worker.client.drainOnce()
    await scheduler.advance(1_000)
    expect(await done).toBe(true)
    expect(server.applied.get(id)).toBe(1)
    expect(await device.outbox()).toEqual([])
  })
})
