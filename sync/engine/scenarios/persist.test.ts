import { describe, expect, test } from 'vitest'
import { add, newId, createHarness } from '../../testing/harness.ts'

/** A world whose browser counts how often it is asked to keep the data. */
function counted(options: { online?: boolean } = {}) {
  const counts = { asked: 0 }
  const storage = {
    estimate: async () => ({}),
    persisted: async () => false,
    persist: async () => {
      counts.asked += 1
      return true
    },
  }
  return { ...createHarness({ ...options, storage }), counts }
}

describe('[QUOTA-6] the browser is asked to keep the data at the first write that cannot go out', () => {
  test('also when that write is what shows that there is no line', async () => {
    const { device, scheduler, line, counts } = counted()
    const tab = await device.open()
    await add(tab, 'goes out')
    await scheduler.advance(5_000)
    expect([tab.client.status().state, counts.asked]).toEqual(['idle', 0])
    line.up = false
    await add(tab, 'stays')
    await scheduler.advance(15_000)
    expect([tab.client.status().state, counts.asked]).toEqual(['offline', 1])
  })

  test('a tab that has only just begun asks as soon as it knows', async () => {
    const { device, scheduler, counts } = counted({ online: false })
    const tab = await device.open()
    await add(tab, 'first of all')
    await scheduler.advance(15_000)
    expect(counts.asked).toBe(1)
  })

  test('once, however much is written; drafts and files count as well', async () => {
    const { device, scheduler, line, counts } = counted()
    const tab = await device.open()
    await scheduler.advance(5_000)
    line.up = false
    tab.client.wake('manual')
    await scheduler.advance(15_000)
    expect([tab.client.status().state, counts.asked]).toEqual(['offline', 0])
    await tab.client.putDraft({ key: 'd', text: 'half', fileIds: [], updatedAt: '' })
    expect(counts.asked).toBe(1)
    await tab.client.attach({ fileId: newId(), name: 'a', mimeType: 'image/png', bytes: new ArrayBuffer(4) })
    await add(tab, 'stays')
    await scheduler.advance(15_000)
    expect(counts.asked).toBe(1)
  })
})
