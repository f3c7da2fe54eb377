import { expect, test } from 'vitest'
import { add, ME, newId, OTHER, createHarness } from '../../testing/harness.ts'
import type { Poke } from '../protocol/poke.ts'

type World = Awaited<ReturnType<typeof started>>

/** A device that holds all there is. */
async function started() {
  const all = createHarness()
  const tab = await all.device.open()
  await all.scheduler.advance(100)
  return { ...all, tab, asked: all.requests.length }
}

/** OTHER adds an item; answers the poke that ME gets. */
function addByOther({ server, requests }: World, text: string): Poke {
  const before = server.versions()
  const [template] = requests
  if (!template) throw new Error('nothing was asked yet')
  const args = { _id: newId(), listId: 'a', text, files: [] }
  const mutations = [{ id: newId(), lane: 'l:a', name: 'item.add', args }]
  server.handle(OTHER, { ...template, account: OTHER, mutations })
  const poke = server.pokeOf(ME, before)
  if (!poke) throw new Error('nothing moved')
  return poke
}

async function textsOf({ device }: World): Promise<unknown[]> {
  return (await device.rows('items')).map(({ text }) => text)
}

test('[POKE-2] a patch that continues the device’s versions is shown without a request', async () => {
  const one = await started()
  one.tab.client.wake('poke', addByOther(one, 'first'))
  await one.scheduler.advance(1)
  expect(await textsOf(one)).toEqual(['first'])
  expect(await one.device.view()).toEqual(one.server.viewOf(ME))
  expect(one.requests).toHaveLength(one.asked)
})

test('[POKE-2] heard again, or after what came later, it changes nothing', async () => {
  const one = await started()
  const [first, second] = [addByOther(one, 'first'), addByOther(one, 'second')]
  for (const poke of [first, second, first, second]) one.tab.client.wake('poke', poke)
  await one.scheduler.advance(1)
  expect(await one.device.view()).toEqual(one.server.viewOf(ME))
  expect(one.requests).toHaveLength(one.asked)
})

test.each([
  ['with one missing in between', (one: World) => (addByOther(one, 'missed'), addByOther(one, 'next'))],
  ['of another epoch', (one: World) => edited(addByOther(one, 'next'), { epoch: newId() })],
  ['for another account', (one: World) => edited(addByOther(one, 'next'), { account: OTHER })],
])('[POKE-2] one %s is not taken in: the device asks', async (_, make) => {
  const one = await started()
  one.line.up = false
  one.tab.client.wake('poke', make(one))
  await one.scheduler.advance(100)
  expect(await textsOf(one)).toEqual([])
  expect(one.requests.length).toBeGreaterThan(one.asked)
  one.line.up = true
  await one.scheduler.advance(20_000)
  expect(await one.device.view()).toEqual(one.server.viewOf(ME))
})

test('[POKE-2] pending mutations stay on top of the patch', async () => {
  const one = await started()
  one.line.up = false
  await add(one.tab, 'mine')
  one.tab.client.wake('poke', addByOther(one, 'theirs'))
  await one.scheduler.advance(1)
  expect(new Set(await textsOf(one))).toEqual(new Set(['mine', 'theirs']))
  expect(await one.device.outbox()).toHaveLength(1)
})

test('applied versions are reported, by poke and by answer alike, once they are on the device', async () => {
  const one = await started()
  const told: unknown[] = []
  one.tab.client.onTaken(({ spaces }) => told.push(spaces))
  const [first, second] = [addByOther(one, 'first'), addByOther(one, 'second')]
  one.tab.client.wake('poke', first)
  await one.scheduler.advance(1)
  expect(told).toEqual([first.spaces])
  one.tab.client.wake('poke', first)
  await one.scheduler.advance(1)
  one.tab.client.wake('manual')
  await one.scheduler.advance(100)
  expect(told).toEqual([first.spaces, second.spaces])
})

function edited(poke: Poke, change: Partial<NonNullable<Poke['patch']>>): Poke {
  return { ...poke, ...(poke.patch && { patch: { ...poke.patch, ...change } }) }
}
