import assert from 'node:assert/strict'
import { EntityManager } from '@mikro-orm/core'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from '../../../domains/talk/messages/commands.ts'
import { messages } from '../../../domains/talk/messages/synced.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { Attachment } from '../../files/attachment.ts'
import { File } from '../../files/entity.ts'
import { makePair, makePerson, newFile, say } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { TestDevice } from '../testing/test-device.ts'
import { pokePatch } from './poke-patch.ts'
import type { Moved } from './poke-patch.ts'

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
afterEach(() => void vi.restoreAllMocks())

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

/** The patch of the conversation for every device that holds it at `since`. */
function movedAfter(since: number): Moved {
  return { space, since, version: since + 1, step: null }
}

function sayTold(person: Person, text: string): Promise<Moved> {
  return told(() => say(server, person, { to: conversationId, text }))
}

/** The patch of a poke, and the number of snapshots taken for it. The server may write something else meanwhile. */
async function patchOf(account: string, moved: Moved) {
  const begin = vi.spyOn(EntityManager.prototype, 'begin').mockClear()
  const patch = await pokePatch(server.app, account, [moved])
  return [patch, begin.mock.calls.filter(([options]) => options?.readOnly).length] as const
}

/** The move of the conversation of which a transaction tells the pokes. */
async function told(work: () => Promise<unknown>): Promise<Moved> {
  const poke = vi.spyOn(server.app.live, 'poke')
  await work()
  const raised = poke.mock.calls.flatMap(([moves]) => moves).findLast((move) => move.space === space)
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

test('[POKE-2] one step of a conversation, told by its transaction, brings without a snapshot what one shows', async () => {
  const moved = await sayTold(fan, 'hello')
  expect(moved.step?.rows.map(({ collection }) => collection).sort()).toEqual(['conversations', 'messages'])
  for (const { id } of [fan, creator]) {
    const [patch, snapshots] = await patchOf(id, moved)
    expect(snapshots).toBe(0)
    expect([patch, 1]).toEqual(await patchOf(id, { ...moved, step: null }))
    expect(patch?.spaces).toMatchObject([{ space, since: moved.since, version: moved.version }])
  }
  const stranger = await makePerson(server, `passer_by_${count}`)
  expect(await pokePatch(server.app, stranger.id, [moved])).toBeUndefined()
})

test('[TIME-3] a step that was counted in another run is none', async () => {
  const { step, ...moved } = await sayTold(fan, 'hello')
  assert(step)
  const [, snapshots] = await patchOf(creator.id, { ...moved, step: { ...step, run: step.run - 1 } })
  expect(snapshots).toBe(1)
})

test('[POKE-2] a transaction that has changed a file tells of no step: its message is in the patch all the same', async () => {
  const messageId = await say(server, fan, { to: conversationId, text: 'with a photo' })
  const photo = newFile(fan.id)
  await transact(server.app, fan.actor, async (tx) => {
    tx.em.create(File, photo)
    tx.em.create(Attachment, {
      fileId: photo.id,
      role: 'file',
      holderType: 'message',
      holderId: messageId,
      position: 0,
    })
  })
  const moved = await told(() =>
    transact(server.app, fan.actor, async (tx) => {
      const file = await tx.em.findOneOrFail(File, { id: photo.id })
      file.width = 320
      await sendMessage(tx, { _id: v7(), conversationId, text: 'beside it', fileIds: [] })
    }),
  )
  const [patch] = await patchOf(creator.id, moved)
  const changed = patch?.spaces.flatMap(({ rows }) => rows).filter(({ collection }) => collection === 'messages')
  expect(changed?.map(({ value }) => value?.['text'])).toEqual(['with a photo', 'beside it'])
})

test('[POKE-2] a conversation that moves on while its rows are read is told of up to where it stands', async () => {
  const { device, since } = await deviceOf(creator)
  const moved = await sayTold(fan, 'first')
  const byIds = messages.byIds.bind(messages)
  vi.spyOn(messages, 'byIds').mockImplementationOnce(async (...asked) => {
    const rows = await byIds(...asked)
    await say(server, fan, { to: conversationId, text: 'second' })
    return rows
  })
  const patch = await pokePatch(server.app, creator.id, [moved])
  expect(patch?.spaces).toMatchObject([{ since, version: since + 2 }])
  device.apply({ ...empty, epoch: device.epoch ?? '', run: device.run, spaces: patch?.spaces ?? [] })
  expect(device.all('messages').map(({ text }) => text)).toEqual(['first', 'second'])
})

test('[POKE-2] a patch larger than a poke may carry is left to the pull', async () => {
  const { since } = await deviceOf(creator)
  for (let message = 0; message < 20; message += 1) await say(server, fan, { to: conversationId, text: 'one of many' })
  expect(await pokePatch(server.app, creator.id, [movedAfter(since)])).toBeUndefined()
  const known = await told(() =>
    transact(server.app, fan.actor, async (tx) => {
      for (let message = 0; message < 20; message += 1) {
        await sendMessage(tx, { _id: v7(), conversationId, text: 'one of many', fileIds: [] })
      }
    }),
  )
  expect(known.step?.rows).toHaveLength(21)
  expect(await pokePatch(server.app, creator.id, [known])).toBeUndefined()
  const { since: later } = await deviceOf(creator)
  for (let message = 0; message < 6; message += 1)
    await say(server, fan, { to: conversationId, text: 'long '.repeat(600) })
  expect(await pokePatch(server.app, creator.id, [movedAfter(later)])).toBeUndefined()
})

const empty = { outcomes: [], gone: [], more: false }
