import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { Charge } from '../../money/money/charges/entity.ts'
import { refundCharge } from '../../money/money/charges/refund.ts'
import { brokenRules, fillWallet } from '../../money/money/testing/books.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Follow } from '../../people/follows/entity.ts'
import { Message } from '../../talk/messages/entity.ts'
import { idOfMany } from '../../talk/messages/send-to-many.ts'
import { Broadcast } from './entity.ts'
import { sendBatch, sendDueBroadcasts } from './send-due.ts'
import { CastStage } from './testing/cast-stage.ts'

let stage: CastStage
beforeAll(async () => {
  stage = await CastStage.open()
})
afterAll(() => stage.server.stop())

async function receivedBy(person: Person): Promise<MessageRecord[]> {
  const device = new TestDevice(stage.server, person)
  await device.syncToEnd()
  return device.all<MessageRecord>('messages').toSorted((a, b) => a.seq - b.seq)
}

async function statusOf(url: string, { token }: Person): Promise<number> {
  return (await fetch(stage.server.url + url, { headers: { authorization: `Bearer ${token}` } })).status
}

/** The connections of the server to its database end, wherever they are, as with a kill. */
async function killConnections(): Promise<void> {
  await stage.server.app.orm.em.fork().execute(
    `select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name not like '%bus%'`,
  )
}

test('each of many gets exactly one, though the job is killed ten times and runs twice at once', async () => {
  const { creator, fans } = await stage.creatorWith(130)
  const id = await stage.draft(creator)
  expect((await stage.send(creator, id, 130)).status).toBe(200)
  stage.pass(61_000)
  for (let kill = 0; kill < 10; kill += 1) {
    const works = [stage.work(), stage.work(), sendBatch(stage.server.app, id)].map((work) => work.catch(() => {}))
    await new Promise((resolve) => setTimeout(resolve, 20 + 15 * kill))
    await killConnections().catch(() => {})
    await Promise.all(works)
  }
  await stage.work()
  expect(await stage.get(creator, id)).toMatchObject({ state: 'sent', figures: { total: 130, sent: 130, left: 0 } })
  const counted = await stage.server.app.orm.em.fork().execute<{ user_id: string; count: number }[]>(
    `select c.user_id, count(m.id)::int as count from conversation_member c
     left join message m on m.conversation_id = c.conversation_id and m.broadcast_id = ?
     where c.user_id = any(?::uuid[]) group by 1`,
    [id, `{${fans.map((fan) => fan.id).join()}}`],
  )
  expect(counted).toHaveLength(130)
  expect(counted.every(({ count }) => count === 1)).toBe(true)
}, 120_000)

test('a fan who blocked, muted or left after it was sent off gets nothing', async () => {
  const { creator, fans } = await stage.creatorWith(5)
  const [kept, muted, left, blocked, again] = fans as [Person, Person, Person, Person, Person]
  const id = await stage.draft(creator)
  await stage.send(creator, id, 5)
  for (const fan of [muted, again]) {
    const opened = await call(stage.server, 'POST /conversations', { token: fan.token, body: { sourceId: creator.id } })
    const conversationId = String(opened.body['_id'])
    const device = new TestDevice(stage.server, fan)
    await device.sync([mutation('conversation.mute-many', { conversationId, isMuted: true })])
    if (fan === again) await device.sync([mutation('conversation.mute-many', { conversationId, isMuted: false })])
  }
  await transact(stage.server.app, null, ({ em }) =>
    em.nativeDelete(Follow, { followerId: left.id, performerId: creator.id }),
  )
  await transact(stage.server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true } as never))
  stage.pass(61_000)
  await stage.work()
  expect(await receivedBy(kept)).toMatchObject([{ text: 'Hello, all', senderId: creator.id, origin: 'many' }])
  expect(await receivedBy(again)).toHaveLength(1)
  for (const fan of [muted, left, blocked]) expect(await receivedBy(fan)).toEqual([])
  expect((await stage.get(creator, id)).figures).toMatchObject({ sent: 2 })
})

test('a fan who leaves, mutes or is blocked between two batches gets nothing', async () => {
  const { creator, fans } = await stage.creatorWith(45)
  const id = await stage.draft(creator)
  await stage.send(creator, id, 45)
  stage.pass(61_000)
  await stage.workUntil(async () => (await stage.get(creator, id)).figures.sent > 0)
  const waiting: Person[] = []
  for (const fan of fans) if ((await receivedBy(fan)).length === 0) waiting.push(fan)
  const [left, muted, blocked, ...others] = waiting
  if (!left || !muted || !blocked) throw new Error('all were sent at once')
  await transact(stage.server.app, null, ({ em }) =>
    em.nativeDelete(Follow, { followerId: left.id, performerId: creator.id }),
  )
  const opened = await call(stage.server, 'POST /conversations', { token: muted.token, body: { sourceId: creator.id } })
  const mute = mutation('conversation.mute-many', { conversationId: String(opened.body['_id']), isMuted: true })
  await new TestDevice(stage.server, muted).sync([mute])
  await transact(stage.server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true } as never))
  await stage.work()
  for (const fan of [left, muted, blocked]) expect(await receivedBy(fan)).toEqual([])
  for (const fan of others) expect(await receivedBy(fan)).toHaveLength(1)
  expect((await stage.get(creator, id)).figures).toMatchObject({ total: 45, sent: 42, left: 3 })
})

test('a message at a price opens to its buyers alone; what was unsent goes from all others; the books agree', async () => {
  const { creator, fans } = await stage.creatorWith(3)
  const [buyer, other, refunded] = fans as [Person, Person, Person]
  const stranger = await stage.person()
  for (const fan of fans) await fillWallet(stage.server, fan.id, { paid: 100 })
  const photo = await stage.photo(creator)
  const id = await stage.draft(creator, { text: 'The secret', fileIds: [photo], price: 30 })
  await stage.sendOut(creator, id, 3)
  const ids = new Map<Person, string>()
  for (const fan of fans) {
    const [message] = await receivedBy(fan)
    expect(message).toMatchObject({ text: '', files: [], sale: { price: 30, isLocked: true, fileCount: 1 } })
    ids.set(fan, message?._id ?? '')
  }
  const url = (person: Person) => statusOf(`/api/files/${photo}`, person)
  for (const person of [...fans, stranger]) expect(await url(person)).toBe(404)
  for (const fan of [buyer, refunded]) expect(await stage.buy(fan, ids.get(fan) ?? '', 30)).toBeLessThan(300)
  for (const fan of [buyer, refunded]) {
    const [opened] = await receivedBy(fan)
    expect(opened).toMatchObject({ text: 'The secret', sale: { isLocked: false } })
    expect(await statusOf(opened?.files[0]?.url ?? '', fan)).toBe(200)
  }
  const charge = await stage.server.app.orm.em.fork().findOneOrFail(Charge, { fanId: refunded.id, type: 'message' })
  const { figures } = await stage.get(creator, id)
  expect(figures).toMatchObject({ total: 3, sent: 3, opened: 2, bought: 2, tokens: 60, earned: 2 * charge.share })
  await transact(stage.server.app, null, (tx) =>
    refundCharge(tx, { chargeId: charge.id, key: `refund ${charge.id}`, reason: 'test' }),
  )
  expect((await stage.get(creator, id)).figures).toMatchObject({ bought: 1, tokens: 30, earned: charge.share })

  expect(await stage.step(creator, id, 'unsend')).toMatchObject({ status: 200, body: { state: 'unsent' } })
  await stage.work()
  expect(await receivedBy(buyer)).toMatchObject([{ text: 'The secret', isDeleted: false }])
  for (const fan of [other, refunded]) expect(await receivedBy(fan)).toMatchObject([{ isDeleted: true, files: [] }])
  expect(await statusOf((await receivedBy(buyer))[0]?.files[0]?.url ?? '', buyer)).toBe(200)
  expect(await url(other)).toBe(404)
  expect(await stage.buy(other, ids.get(other) ?? '', 30)).toBeGreaterThanOrEqual(400)
  expect((await stage.get(creator, id)).figures).toMatchObject({ bought: 1, tokens: 30, earned: charge.share })
  expect(await brokenRules(stage.server)).toEqual([])
})

test('an unsent message goes to nobody else, and one that is stopped stays where it was sent', async () => {
  const { creator, fans } = await stage.creatorWith(25)
  const [unsent, stopped] = [
    await stage.draft(creator, { text: 'Unsent' }),
    await stage.draft(creator, { text: 'Stopped' }),
  ]
  for (const id of [unsent, stopped]) {
    await stage.send(creator, id, 25)
  }
  stage.pass(61_000)
  const { app } = stage.server
  await stage.workUntil(async () => (await stage.get(creator, stopped)).figures.sent > 0)
  expect((await stage.step(creator, unsent, 'unsend')).status).toBe(200)
  await stage.step(creator, stopped, 'stop')
  await stage.work()
  const messages = await app.orm.em.fork().find(Message, { broadcastId: { $in: [unsent, stopped] } })
  const of = (id: string) => messages.filter(({ broadcastId }) => broadcastId === id)
  expect(of(unsent).every(({ isDeleted }) => isDeleted)).toBe(true)
  expect(of(stopped).some(({ isDeleted }) => isDeleted)).toBe(false)
  expect(of(stopped).length).toBeLessThanOrEqual(fans.length)
  expect(await stage.get(creator, stopped)).toMatchObject({ state: expect.stringMatching(/stopped|sent/) as string })
})

test('one that was sent to many is not edited, is deleted for one alone, and counts as owned with its files', async () => {
  const { creator, fans } = await stage.creatorWith(2)
  const [one, other] = fans as [Person, Person]
  const photo = await stage.photo(creator)
  const id = await stage.draft(creator, { fileIds: [photo] })
  await stage.sendOut(creator, id, 2)
  const [message] = await receivedBy(one)
  if (!message) throw new Error('nothing came')
  const { _id, conversationId } = message
  const device = new TestDevice(stage.server, creator)
  const edit = mutation('message.edit', { _id, conversationId, text: 'Other words' })
  expect((await device.sync([edit])).outcomes).toMatchObject([{ status: 'rejected', kind: 'conflict' }])
  await device.sync([mutation('message.delete', { _id, conversationId })])
  expect(await receivedBy(one)).toMatchObject([{ isDeleted: true }])
  const [kept] = await receivedBy(other)
  expect(kept?.files).toHaveLength(1)
  expect(await statusOf(kept?.files[0]?.url ?? '', other)).toBe(200)
  // For sale it is news to the one whose message was deleted, and to nobody else.
  expect(await stage.reach(creator, { fileIds: [photo], price: 3 })).toMatchObject({ count: 1, leftOut: { owned: 1 } })
})

test('a message to many under the id of a message of others has nothing of its files, and takes none of them away', async () => {
  const { creator, fans } = await stage.creatorWith(1)
  const [fan] = fans as [Person]
  await fillWallet(stage.server, fan.id, { paid: 100 })
  const thief = await stage.person(true)
  await stage.follow(thief, [fan])
  const opened = await call(stage.server, 'POST /conversations', { token: fan.token, body: { sourceId: creator.id } })
  const path = `POST /messages/conversations/${String(opened.body['_id'])}` as const
  const send = async (person: Person, body: object) => {
    const fileId = await stage.photo(person)
    const { status, body: sent } = await call(stage.server, path, {
      ...{ token: person.token, body: { _id: v7(), fileIds: [fileId], ...body } },
    })
    expect(status).toBe(201)
    return { id: String(sent['_id']), fileId }
  }
  const [sold, bought, own] = [
    await send(creator, { price: 30 }),
    await send(creator, { price: 20 }),
    await send(fan, {}),
  ]
  expect(await stage.buy(fan, bought.id, 20)).toBeLessThan(300)
  // Another creator takes the id of a message that is for sale.
  await stage.draft(thief, { text: 'Mine now' }, sold.id)
  await stage.sendOut(thief, sold.id, 1)
  const stolen = (await receivedBy(fan)).find(({ text }) => text === 'Mine now')
  expect(stolen).toMatchObject({ files: [], senderId: thief.id })
  for (const person of [fan, thief]) expect(await statusOf(`/api/files/${sold.fileId}`, person)).toBe(404)
  // The seller takes the ids of a message that was bought, and of the fan's own.
  for (const { id } of [bought, own]) {
    await stage.draft(creator, { text: 'Other', fileIds: [] }, id)
    await new TestDevice(stage.server, creator).sync([mutation('broadcast.discard', { _id: id })])
  }
  const held = await receivedBy(fan)
  for (const { id, fileId } of [bought, own]) {
    expect(held.find(({ _id }) => _id === id)?.files).toMatchObject([{ _id: fileId }])
  }
})

test('a message under the id that a recipient is to get holds up nobody else', async () => {
  const { creator, fans } = await stage.creatorWith(2)
  const [fan] = fans as [Person, Person]
  const id = await stage.draft(creator)
  const opened = await call(stage.server, 'POST /conversations', { token: fan.token, body: { sourceId: creator.id } })
  const body = { _id: idOfMany(id, fan.id), text: 'First' }
  const path = `POST /messages/conversations/${String(opened.body['_id'])}` as const
  expect((await call(stage.server, path, { token: creator.token, body })).status).toBe(201)
  await stage.sendOut(creator, id, 2)
  expect(await stage.get(creator, id)).toMatchObject({ state: 'sent', figures: { total: 2, sent: 1, left: 1 } })
})

test('a save waits for a send, and is refused after it', async () => {
  const { creator } = await stage.creatorWith(1)
  for (let round = 0; round < 6; round += 1) {
    const id = await stage.draft(creator, { text: 'As seen' })
    const { version } = await stage.get(creator, id)
    const body = { version, count: 1 }
    const [sent, saved] = await Promise.all([
      call(stage.server, `POST /performer/broadcasts/${id}/send`, { token: creator.token, body }),
      stage.draft(creator, { text: 'Changed' }, id).then(
        () => 'saved',
        () => 'refused',
      ),
    ])
    const { text } = (await stage.get(creator, id)) as unknown as { text: string }
    if (sent.status === 200) expect([saved, text]).toEqual(['refused', 'As seen'])
    else expect([saved, text]).toEqual(['saved', 'Changed'])
    if (sent.status === 200) await stage.step(creator, id, 'take-back')
  }
})

test('a message of a creator who is closed waits, and gives the job its rest', async () => {
  const { creator } = await stage.creatorWith(1)
  const id = await stage.draft(creator)
  await stage.send(creator, id, 1)
  await transact(stage.server.app, null, async ({ em }) => {
    await em.nativeUpdate(User, { id: creator.id }, { status: 'suspended' })
  })
  stage.pass(61_000)
  expect(await sendDueBroadcasts.run(stage.server.app, new AbortController().signal)).toBeNull()
  expect(await stage.server.app.orm.em.fork().findOne(Broadcast, { id })).toMatchObject({ state: 'counting' })
})
