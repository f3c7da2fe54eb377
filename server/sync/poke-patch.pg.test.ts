import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../testing/server.ts'
import type { TestServer } from '../testing/server.ts'
import { pokePatch } from './poke-patch.ts'
import { makePair, makePerson, say } from './testing/person.ts'
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
  return { device, since: new Map([[space, device.cursor[space] ?? 0]]) }
}

test('[POKE-2] it brings a device to where a pull would, each viewer’s own way', async () => {
  const people = await Promise.all([fan, creator].map(deviceOf))
  await say(server, fan, { to: conversationId, text: 'hello' })
  for (const { device, since } of people) {
    const patch = await pokePatch(server.app, device.person.id, since)
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
  expect(await pokePatch(server.app, stranger.id, new Map([[space, 0]]))).toBeUndefined()
  expect(await pokePatch(server.app, stranger.id, new Map([[`u:${fan.id}`, 0]]))).toBeUndefined()
})

test('[POKE-2] what is more than a poke should carry is left to the pull', async () => {
  const { since } = await deviceOf(creator)
  for (let message = 0; message < 20; message += 1) await say(server, fan, { to: conversationId, text: 'one of many' })
  expect(await pokePatch(server.app, creator.id, since)).toBeUndefined()
  const { since: later } = await deviceOf(creator)
  for (let message = 0; message < 6; message += 1)
    await say(server, fan, { to: conversationId, text: 'long '.repeat(600) })
  expect(await pokePatch(server.app, creator.id, later)).toBeUndefined()
})

const empty = { outcomes: [], gone: [], more: false }
