import type { Broadcast as BroadcastRecord } from '@vesper/sync/vesper/records/broadcast.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { Notification } from '../../notify/notifications/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Follow } from '../../people/follows/entity.ts'
import { Broadcast } from './entity.ts'
import { CastStage } from './testing/cast-stage.ts'

let stage: CastStage
beforeAll(async () => {
  stage = await CastStage.open()
})
afterAll(() => stage.server.stop())

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const editedAt = '2026-01-01T00:00:00.000Z'

test('each field of a draft is that of the save that comes last, on all devices of its author', async () => {
  const creator = await stage.person(true)
  const [phone, studio] = [new TestDevice(stage.server, creator), new TestDevice(stage.server, creator)]
  const _id = v7()
  // Devices that are up to date learn of it as of any change.
  for (const device of [phone, studio]) await device.syncToEnd()
  await phone.sync([mutation('broadcast.save', { _id, changes: { text: 'One', price: 5 }, editedAt })])
  expect(phone.all<BroadcastRecord>('broadcasts')).toMatchObject([{ _id, text: 'One', price: 5 }])
  await studio.sync([mutation('broadcast.save', { _id, changes: { text: 'Two' }, editedAt })])
  for (const device of [phone, studio]) {
    await device.syncToEnd()
    expect(device.all<BroadcastRecord>('broadcasts')).toMatchObject([{ _id, text: 'Two', price: 5, state: 'draft' }])
  }
  await phone.sync([mutation('broadcast.discard', { _id })])
  await studio.syncToEnd()
  expect(studio.all('broadcasts')).toEqual([])
  // One that was discarded takes no more, and neither does one that was discarded before it was there.
  const late = v7()
  await phone.sync([mutation('broadcast.discard', { _id: late })])
  for (const id of [_id, late]) {
    const save = mutation('broadcast.save', { _id: id, changes: { text: 'Three' }, editedAt })
    const { outcomes } = await studio.sync([save])
    expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'conflict' }])
  }
})

test('a draft is its author’s alone', async () => {
  const { creator, fans } = await stage.creatorWith(1)
  const [rival, [fan]] = [await stage.person(true), fans]
  const id = await stage.draft(creator)
  for (const stranger of [rival, fan ?? rival]) {
    const device = new TestDevice(stage.server, stranger)
    await device.syncToEnd()
    expect(device.all('broadcasts')).toEqual([])
    const save = mutation('broadcast.save', { _id: id, changes: { text: 'Mine' }, editedAt })
    const kind = stranger === rival ? 'conflict' : 'forbidden'
    expect((await device.sync([save])).outcomes).toMatchObject([{ status: 'rejected', kind }])
  }
  expect((await stage.send(rival, id, 1)).status).not.toBe(200)
  for (const step of ['take-back', 'stop', 'unsend'] as const) {
    expect((await stage.step(rival, id, step)).status).toBe(404)
  }
  expect(await stage.get(creator, id)).toMatchObject({ state: 'draft', text: 'Hello, all' })
})

test('a draft takes new files of its author alone, and is not sent before they are ready', async () => {
  const { creator, fans } = await stage.creatorWith(1)
  const rival = await stage.person(true)
  const device = new TestDevice(stage.server, creator)
  for (const stranger of [rival, fans[0] ?? rival]) {
    const changes = { fileIds: [await stage.photo(stranger)] }
    const { outcomes } = await device.sync([mutation('broadcast.save', { _id: v7(), changes, editedAt })])
    expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'invalid' }])
  }
  const own = await stage.photo(creator)
  const id = await stage.draft(creator, { fileIds: [own] })
  const files = stage.server.app.orm.em.fork()
  await files.nativeUpdate(File, { id: own }, { status: 'processing' })
  expect(await stage.send(creator, id, 1)).toMatchObject({ status: 503 })
  await files.nativeUpdate(File, { id: own }, { status: 'failed' })
  expect(await stage.send(creator, id, 1)).toMatchObject({ status: 400 })
  await files.nativeUpdate(File, { id: own }, { status: 'ready' })
  expect(await stage.send(creator, id, 1)).toMatchObject({ status: 200, body: { state: 'counting' } })
})

test('the preview counts who gets it and says why others do not, and sending holds to that count', async () => {
  const { creator, fans } = await stage.creatorWith(4)
  const [quiet, owner] = fans
  if (!quiet || !owner) throw new Error('no fans')
  const photo = await stage.photo(creator)
  // One has the photo already, one wants no messages to many.
  for (const fan of [quiet, owner]) {
    const { body } = await call(stage.server, 'POST /conversations', {
      token: creator.token,
      body: { sourceId: fan.id },
    })
    const conversationId = String(body['_id'])
    if (fan === quiet) {
      const mute = mutation('conversation.mute-many', { conversationId, isMuted: true })
      await new TestDevice(stage.server, fan).sync([mute])
    } else {
      const sent = { _id: v7(), fileIds: [photo] }
      const path = `POST /messages/conversations/${conversationId}` as const
      expect((await call(stage.server, path, { token: creator.token, body: sent })).status).toBe(201)
    }
  }
  const leftOut = { excluded: 0, muted: 1, owned: 1 }
  expect(await stage.reach(creator, { fileIds: [photo], price: 5 })).toEqual({ count: 2, leftOut })
  // Files without a price go to who has them, too.
  expect(await stage.reach(creator, { fileIds: [photo] })).toEqual({ count: 3, leftOut: { ...leftOut, owned: 0 } })
  const exclude = [{ kind: 'followers' }]
  expect(await stage.reach(creator, { exclude })).toEqual({ count: 0, leftOut: { excluded: 4, muted: 0, owned: 0 } })

  const id = await stage.draft(creator, { fileIds: [photo], price: 5 })
  const late = await stage.person()
  await stage.follow(creator, [late])
  const refused = await stage.send(creator, id, 2)
  expect(refused).toMatchObject({ status: 409, body: { message: 'The list has changed: it goes to 3 now.' } })
  expect(await stage.send(creator, id, 3)).toMatchObject({ status: 200, body: { state: 'counting' } })
})

test('a message is not sent that has no words, nobody to go to, a time that is over, or another version', async () => {
  const { creator } = await stage.creatorWith(1)
  const empty = await stage.draft(creator, { text: ' ' })
  expect((await stage.send(creator, empty, 1)).status).toBe(400)
  const nobody = await stage.draft(creator, { include: [] })
  expect(await stage.send(creator, nobody, 0)).toMatchObject({
    status: 400,
    body: { message: 'This message goes to nobody. Choose others.' },
  })
  const over = await stage.draft(creator, { sendAt: new Date(stage.now().getTime() - 1000).toISOString() })
  expect((await stage.send(creator, over, 1)).status).toBe(400)
  const id = await stage.draft(creator)
  const body = { version: 0, count: 1 }
  const { token } = creator
  expect((await call(stage.server, `POST /performer/broadcasts/${id}/send`, { token, body })).status).toBe(409)
})

test('it can be taken back for a minute, and then no more', async () => {
  const { creator, fans } = await stage.creatorWith(1)
  const id = await stage.draft(creator)
  await stage.send(creator, id, 1)
  // The clock goes on by itself, too.
  stage.pass(50_000)
  await stage.work()
  expect(await stage.step(creator, id, 'take-back')).toMatchObject({ status: 200, body: { state: 'draft' } })
  stage.pass(MINUTE_MS)
  await stage.work()
  const device = new TestDevice(stage.server, fans[0] ?? creator)
  await device.syncToEnd()
  expect(device.all('messages')).toEqual([])
  await stage.sendOut(creator, id, 1)
  expect((await stage.step(creator, id, 'take-back')).status).toBe(409)
  await device.syncToEnd()
  expect(device.all('messages')).toMatchObject([{ text: 'Hello, all', origin: 'many' }])
})

test('two a day: the third waits, whether it is sent or planned, and one that was taken back does not count', async () => {
  let { creator } = await stage.creatorWith(1)
  const ids = [await stage.draft(creator), await stage.draft(creator), await stage.draft(creator)]
  const [first = '', second = '', third = ''] = ids
  for (const id of [first, second]) expect((await stage.send(creator, id, 1)).status).toBe(200)
  expect(await stage.send(creator, third, 1)).toMatchObject({ status: 429 })
  await stage.step(creator, second, 'take-back')
  expect((await stage.send(creator, third, 1)).status).toBe(200)
  // All at once, on several connections: one place is left a day later.
  stage.pass(DAY_MS + MINUTE_MS)
  creator = await stage.again(creator)
  await stage.work()
  await stage.sendOut(creator, second, 1)
  const many = await Promise.all(Array.from({ length: 6 }, () => stage.draft(creator)))
  const answers = await Promise.all(many.map((id) => stage.send(creator, id, 1)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
})

test('one that is planned goes out at its time, to who is there then', async () => {
  const { creator } = await stage.creatorWith(1)
  const sendAt = new Date(stage.now().getTime() + 2 * 60 * MINUTE_MS)
  const id = await stage.draft(creator, { sendAt: sendAt.toISOString() })
  expect(await stage.send(creator, id, 1)).toMatchObject({ body: { state: 'scheduled' } })
  const late = await stage.person()
  await stage.follow(creator, [late])
  stage.pass(sendAt.getTime() - stage.now().getTime() - 2_000)
  await stage.work()
  expect(await stage.get(creator, id)).toMatchObject({ state: 'scheduled' })
  stage.pass(3_000)
  await stage.work()
  expect(await stage.get(creator, id)).toMatchObject({ state: 'sent', figures: { total: 2, sent: 2 } })
})

test('one that cannot go out at its time is a draft again with the reason, which its author is told', async () => {
  const { creator, fans } = await stage.creatorWith(1)
  const { app } = stage.server
  const { token } = creator
  const listId = v7()
  await call(stage.server, 'POST /performer/lists', { token, body: { _id: listId, name: 'Regulars' } })
  const members = { userIds: fans.map(({ id }) => id) }
  await call(stage.server, `POST /performer/lists/${listId}/members`, { token, body: members })
  const photo = await stage.photo(creator)
  const cases = [
    {
      changes: { include: [{ kind: 'list', listId }] },
      undo: () => call(stage.server, `DELETE /performer/lists/${listId}`, { token }),
      reason: 'list',
    },
    {
      changes: { fileIds: [photo] },
      undo: () => app.orm.em.fork().nativeDelete(Attachment, { fileId: photo }),
      reason: 'files',
    },
    {
      changes: {},
      undo: () => app.orm.em.fork().nativeDelete(Follow, { performerId: creator.id }),
      reason: 'nobody',
    },
  ]
  for (const [index, { changes, undo, reason }] of cases.entries()) {
    const sendAt = new Date(stage.now().getTime() + 2 * 60 * MINUTE_MS).toISOString()
    const id = await stage.draft(creator, { text: `Planned ${reason}`, sendAt, ...changes })
    expect(await stage.send(creator, id, 1), reason).toMatchObject({ body: { state: 'scheduled' } })
    await undo()
    stage.pass(2 * 60 * MINUTE_MS)
    await stage.work()
    expect(await stage.get(creator, id)).toMatchObject({ state: 'draft', goesAt: null, sendAt, returned: reason })
    const device = new TestDevice(stage.server, creator)
    await device.syncToEnd()
    expect(device.all<BroadcastRecord>('broadcasts').find(({ _id }) => _id === id)).toMatchObject({ returned: reason })
    await deliverEvents(app)
    const notices = await app.orm.em.fork().find(Notification, { userId: creator.id, objectType: 'broadcast' })
    expect(notices).toHaveLength(index + 1)
    expect(notices.find(({ objectId }) => objectId === id)).toMatchObject({
      ...{ kind: 'system', event: 'broadcast-returned', preview: `Planned ${reason}`, actors: [] },
    })
  }
  // Sent again, it has not been returned.
  await stage.follow(creator, fans)
  const again = await stage.draft(creator)
  await app.orm.em.fork().nativeUpdate(Broadcast, { id: again }, { returned: 'list' })
  await stage.send(creator, again, 1)
  expect(await stage.get(creator, again)).not.toHaveProperty('returned')
})
