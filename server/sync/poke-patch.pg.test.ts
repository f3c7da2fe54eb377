import assert from 'node:assert/strict'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { transact } from '../database/transaction.ts'
import { File } from '../files/entity.ts'
import { sendMessage } from '../messages/commands.ts'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { pokePatch } from './poke-patch.ts'
import type { Moved } from './poke-patch.ts'
import { makePair, makePerson, newFile, say } from './testing/person.ts'
import type { Person } from './testing/person.ts'
import { TestDevice } from './testing/test-device.ts'

let server: TestServer
let fan: Person
let creator: Person
let conversationId: string
let space: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
  space = `c:${conversationId}`
})

/** A device of the person that holds all there is, and the version that it has of the conversation. */
async function deviceOf(person: Person) {
  const device = new TestDevice(server, person)
  await device.syncAll()
  return { device, since: device.cursor[space] ?? 0 }
}

/** What a poke is asked to bring of the conversation, to whoever holds it at `since`. */
function movedAfter(since: number): Moved {
  return { space, since, version: since + 1, rows: null }
}

/** Sends, and answers the move that the transaction has told the pokes of. */
function sayTold(person: Person, text: string): Promise<Moved> {
  return told(() => say(server, person, { to: conversationId, text }))
}

async function told(work: () => Promise<unknown>): Promise<Moved> {
  const poke = vi.spyOn(server.app.live, 'poke')
  await work()
  const [raised] = poke.mock.lastCall?.[0] ?? []
  poke.mockRestore()
  assert(raised)
  return { ...raised, since: raised.version - 1 }
}

test('[POKE-2] it brings a device to where a pull would, each viewer’s own way', async () => {
  const people = await Promise.all([fan, creator].map(deviceOf))
  await say(server, fan, { to: conversationId, text: 'hello' })
  for (const { device, since } of people) {
    const patch = await pokePatch(server.app, device.person.id, [movedAfter(since)])
    expect(patch).toMatchObject({ account: device.person.id, epoch: device.epoch })
    device.apply({ ...empty, epoch: device.epoch ?? '', run: device.run, spaces: patch?.spaces ?? [] })
    const { device: pulled } = await deviceOf(device.person)
    expect(device.rows.get(space)).toEqual(pulled.rows.get(space))
    expect(device.cursor).toEqual(pulled.cursor)
  }
  const [ofFan, ofCreator] = people.map(({ device }) => device.all('conversations'))
  expect(ofFan).toMatchObject([{ totalNotSeenMessages: 0 }])
  expect(ofCreator).toMatchObject([{ totalNotSeenMessages: 1 }])
})

test('[POKE-2] it shows nobody what they may not see', async () => {
  const stranger = await makePerson(server, `stranger_${count}`)
  await say(server, fan, { to: conversationId, text: 'hello' })
  expect(await pokePatch(server.app, stranger.id, [movedAfter(0)])).toBeUndefined()
  expect(await pokePatch(server.app, stranger.id, [{ ...movedAfter(0), space: `u:${fan.id}` }])).toBeUndefined()
})

test('[POKE-2] one step of a conversation, told by its transaction, brings what a snapshot shows', async () => {
  const moved = await sayTold(fan, 'hello')
  expect(moved.rows?.map(({ collection }) => collection).sort()).toEqual(['conversations', 'messages'])
  for (const { id } of [fan, creator]) {
    const patch = await pokePatch(server.app, id, [moved])
    expect(patch).toEqual(await pokePatch(server.app, id, [{ ...moved, rows: null }]))
    expect(patch?.spaces).toMatchObject([{ space, since: moved.since, version: moved.version }])
  }
  const stranger = await makePerson(server, `passer_by_${count}`)
  expect(await pokePatch(server.app, stranger.id, [moved])).toBeUndefined()
})

test('[POKE-2] where the database alone knows what changed with a file, nothing counts as known', async () => {
  const moved = await told(() =>
    transact(server.app, fan.actor, async (tx) => {
      tx.em.create(File, newFile(fan.id))
      await sendMessage(tx, { _id: v7(), conversationId, text: 'beside a file', fileIds: [] })
    }),
  )
  expect(moved.rows).toBeNull()
})

test('[POKE-2] a conversation that has moved on meanwhile is told of up to where it stands', async () => {
  const { device, since } = await deviceOf(creator)
  const moved = await sayTold(fan, 'first')
  await say(server, fan, { to: conversationId, text: 'second' })
  const patch = await pokePatch(server.app, creator.id, [moved])
  expect(patch?.spaces).toMatchObject([{ since, version: since + 2 }])
  device.apply({ ...empty, epoch: device.epoch ?? '', run: device.run, spaces: patch?.spaces ?? [] })
  expect(device.all('messages').map(({ text }) => text)).toEqual(['first', 'second'])
})

test('[POKE-2] what is more than a poke should carry is left to the pull', async () => {
  const { since } = await deviceOf(creator)
  for (let message = 0; message < 20; message += 1) await say(server, fan, { to: conversationId, text: 'one of many' })
  expect(await pokePatch(server.app, creator.id, [movedAfter(since)])).toBeUndefined()
  const { since: later } = await deviceOf(creator)
  for (let message = 0; message < 6; message += 1)
    await say(server, fan, { to: conversationId, text: 'long '.repeat(600) })
  expect(await pokePatch(server.app, creator.id, [movedAfter(later)])).toBeUndefined()
})

const empty = { outcomes: [], gone: [], more: false }
