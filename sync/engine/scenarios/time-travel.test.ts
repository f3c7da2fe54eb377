import { expect, test } from 'vitest'
import { Device } from '../../testing/device.ts'
import type { Disk } from '../../testing/disk.ts'
import { add, ME, newId, createHarness } from '../../testing/harness.ts'

type World = ReturnType<typeof createHarness>

test('[TIME-1] a cloned profile: the one that comes second takes an identity of its own, and both arrive', async () => {
  const one = createHarness()
  const tab = await one.device.open()
  await add(tab, 'before')
  await pass(one)
  const { device: clone, tab: cloned } = await another(one, one.device.copyDatabase())
  await add(tab, 'of the first')
  await pass(one)
  await add(cloned, 'of the clone')
  await pass(one)
  tab.client.wake('online')
  await pass(one)
  expect([one.device.isCopy, clone.isCopy]).toEqual([false, true])
  expect(new Set(one.requests.map(({ device }) => device)).size).toBe(2)
  await expectWhole(one, [one.device, clone], ['before', 'of the first', 'of the clone'])
})

test('[TIME-1] a cloned profile with something queued: both send it, and it is applied once', async () => {
  const one = createHarness({ online: false })
  const tab = await one.device.open()
  const { id } = await add(tab, 'queued')
  const { device: clone } = await another(one, one.device.copyDatabase())
  one.line.up = true
  await pass(one)
  expect(one.server.applied.get(id)).toBe(1)
  await expectWhole(one, [one.device, clone], ['queued'])
})

test('[TIME-1] a restored client sends what was applied long ago once more, to no effect, and what is new arrives (turso#8129)', async () => {
  const one = createHarness({ online: false })
  let tab = await one.device.open()
  const { id } = await add(tab, 'queued')
  const copy = one.device.copyDatabase()
  one.line.up = true
  await pass(one)
  for (const text of ['second', 'third']) await add(tab, text)
  await pass(one)

  one.device.restore(copy)
  tab = await one.device.open()
  await add(tab, 'after the restore')
  await pass(one)
  expect(one.device.isCopy).toBe(true)
  expect(one.server.applied.get(id)).toBe(1)
  await expectWhole(one, [one.device], ['queued', 'second', 'third', 'after the restore'])
})

test('[TIME-2] mutations of a copy that the server may have forgotten go to the user, and no other device sends them', async () => {
  const one = createHarness({ online: false })
  let tab = await one.device.open()
  const { id } = await add(tab, 'queued')
  const copy = one.device.copyDatabase()
  one.line.up = true
  await pass(one)
  for (const text of ['second', 'third']) {
    await add(tab, text)
    await pass(one)
    one.server.prune()
  }
  expect(one.server.ledger.has(id)).toBe(false)

  one.device.restore(copy)
  tab = await one.device.open()
  await pass(one)
  expect(await one.device.outbox()).toMatchObject([{ id, state: 'rejected', rejection: { kind: 'conflict' } }])
  expect(one.server.applied.get(id)).toBe(1)
  await expectView(one, one.device)
  await tab.client.discard(id)
  await expectWhole(one, [one.device], ['queued', 'second', 'third'])
})

test('[TIME-2] outcomes of a copy are never forgotten: a copy of the copy may have them too', async () => {
  const one = createHarness()
  const tab = await one.device.open()
  await add(tab, 'before')
  await pass(one)
  const first = one.device.copyDatabase()
  await add(tab, 'of the first')
  await pass(one)
  one.line.up = false
  const { device: clone, tab: cloned } = await another(one, first)
  const { id } = await add(cloned, 'queued on the copy')
  const second = clone.copyDatabase()
  one.line.up = true
  await pass(one)
  await add(cloned, 'heard')
  await pass(one)
  for (let time = 0; time < 3; time += 1) one.server.prune()
  const { device: last } = await another(one, second)
  await pass(one)
  expect(one.server.applied.get(id)).toBe(1)
  expect(await last.outbox()).toEqual([])
})

test('[TIME-2] a mutation folded in after the copy was made is not taken for the one that the server has', async () => {
  const one = createHarness({ online: false })
  let tab = await one.device.open()
  await tab.client.mutate('list.title', { listId: 'a', title: 'first' })
  const copy = one.device.copyDatabase()
  one.line.up = true
  await pass(one)

  one.line.up = false
  one.device.restore(copy)
  tab = await one.device.open()
  await tab.client.mutate('list.title', { listId: 'a', title: 'other' })
  one.line.up = true
  await pass(one)
  expect(await one.device.outbox()).toMatchObject([{ state: 'rejected', args: { title: 'other' } }])
  await expectView(one, one.device)
})

test('[TIME-3] a restored server: what it has lost goes, though it has come as far again, and what is queued arrives', async () => {
  const one = createHarness()
  const tab = await one.device.open()
  const { device: other, tab: second } = await another(one)
  await add(tab, 'in the backup')
  await pass(one)
  const backup = one.server.backUp()
  await add(tab, 'lost')
  second.client.wake('online')
  await pass(one)
  expect(textsOf(await other.rows('items'))).toContain('lost')

  one.line.up = false
  await add(tab, 'queued')
  one.server.restore(backup)
  const cursor = await one.device.cursor()
  // Others have brought it to where it was before anybody asks.
  one.server.handle(ME, push(one, 'of another'))
  expect(one.server.versions().get('l:a')).toBe(cursor.spaces['l:a'])
  one.line.up = true
  await pass(one)
  second.client.wake('online')
  await pass(one)
  expect(one.device.isCopy).toBe(false)
  await expectWhole(one, [one.device, other], ['in the backup', 'of another', 'queued'])
})

test('[TIME-4] a device from before deletions that are forgotten begins the space anew', async () => {
  const one = createHarness()
  const tab = await one.device.open()
  await add(tab, 'goes')
  await pass(one)
  const [item] = await one.device.rows('items')
  one.line.up = false
  one.server.removeItem('a', String(item?._id))
  one.server.prune()
  one.line.up = true
  tab.client.wake('online')
  await pass(one)
  await expectWhole(one, [one.device], [])
})

async function pass({ scheduler }: World): Promise<void> {
  await scheduler.advance(30_000)
}

/** Another device of ME, over a copy of a database or with an empty one. */
async function another(one: World, database?: Disk) {
  const device = new Device({ ...one.options, number: 2, ...(database && { database }) })
  return { device, tab: await device.open() }
}

/** The pushes of another account's device. */
function push({ requests }: World, text: string) {
  const [template] = requests
  if (!template) throw new Error('nothing was asked yet')
  const mutations = [{ id: newId(), lane: 'l:a', name: 'item.add', args: { _id: newId(), listId: 'a', text } }]
  return { ...template, device: newId(), mutations }
}

async function expectView(one: World, device: Device): Promise<void> {
  expect(await device.view()).toEqual(one.server.viewOf(ME))
}

/** Each shows what the server has, which is these, and has nothing left to send. */
async function expectWhole(one: World, devices: Device[], texts: string[]): Promise<void> {
  for (const device of devices) {
    await expectView(one, device)
    expect(textsOf(await device.rows('items')).toSorted()).toEqual(texts.toSorted())
    expect(await device.outbox()).toEqual([])
  }
}

function textsOf(rows: Record<string, unknown>[]): string[] {
  return rows.map(({ text }) => String(text))
}
