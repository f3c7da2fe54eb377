import { randomUUID } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { backUp, restore } from '../../../infra/sync/testing/backup.ts'
import { converse, makePair, makePerson, say } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice, textMutation } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { deleteMessage } from '../messages/commands.ts'
import { ConversationMember } from './entity.ts'
import { receiptsSettled } from './receipt-queue.ts'
import { recordDelivery } from './record-delivery.ts'

let server: TestServer
let fan: Person
let creator: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
})

test('a message has arrived once a device says that it holds it, not when it is handed out', async () => {
  const [mine, theirs] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await mine.sync([textMutation(conversationId, 'one'), textMutation(conversationId, 'two')])
  await theirs.syncAll()
  expect(await delivered(mine)).toBe(0)
  await theirs.sync()
  expect(await delivered(mine)).toBe(2)
  await mine.sync([textMutation(conversationId, 'three')])
  expect(await delivered(mine)).toBe(2)
})

test('a request ahead says nothing of what has arrived: a full device may not have kept it', async () => {
  const [mine, theirs] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await mine.sync([textMutation(conversationId, 'one')])
  await theirs.syncAll()
  const { status } = await theirs.post({ ...theirs.request(), ahead: true })
  expect([status, await delivered(mine)]).toEqual([200, 0])
  await theirs.post(theirs.request())
  expect(await delivered(mine)).toBe(1)
})

test('a known arrival is not written again', async () => {
  const theirs = new TestDevice(server, creator)
  await say(server, fan, { to: conversationId, text: 'one' })
  await theirs.syncAll()
  await theirs.sync()
  await theirs.sync()
  for (let again = 0; again < 3; again += 1) expect((await theirs.sync()).spaces).toEqual([])
  const other = new TestDevice(server, creator)
  await other.syncAll()
  await other.sync()
  expect((await theirs.sync()).spaces).toEqual([])
})

test('the furthest position wins, whichever device says it, and reading says it too', async () => {
  const [mine, first, second] = [
    new TestDevice(server, fan),
    new TestDevice(server, creator),
    new TestDevice(server, creator),
  ]
  await say(server, fan, { to: conversationId, text: 'one' })
  await first.syncAll()
  await say(server, fan, { to: conversationId, text: 'two' })
  await second.syncAll()
  await second.sync()
  expect(await delivered(mine)).toBe(2)
  await recordDelivery(server.app, creator.id, new Map([[conversationId, 1]]))
  expect(await delivered(mine)).toBe(2)
  await say(server, fan, { to: conversationId, text: 'three' })
  await first.sync([mutation('conversation.read-all', { conversationId, seq: 3 })])
  expect(await positions(mine)).toMatchObject({ recipientReadSeq: 3, recipientDeliveredSeq: 3 })
})

test('a message that was deleted meanwhile counts once its deletion has arrived as well', async () => {
  const theirs = new TestDevice(server, creator)
  await say(server, fan, { to: conversationId, text: 'one' })
  const last = await say(server, fan, { to: conversationId, text: 'two' })
  await theirs.syncAll()
  await transact(server.app, fan.actor, (tx) => deleteMessage(tx, { _id: last }))
  await recordDelivery(server.app, creator.id, new Map([[conversationId, theirs.cursor[`c:${conversationId}`] ?? 0]]))
  expect(await delivered(new TestDevice(server, fan))).toBe(1)
  await theirs.sync()
  await theirs.sync()
  expect(await delivered(new TestDevice(server, fan))).toBe(2)
})

test('one’s own messages and those of others’ conversations arrive by nobody’s word', async () => {
  const stranger = await makePerson(server, `stranger_${count}`)
  await say(server, fan, { to: conversationId, text: 'one' })
  await recordDelivery(server.app, stranger.id, new Map([[conversationId, 99]]))
  await recordDelivery(server.app, creator.id, new Map([[randomUUID(), 99]]))
  expect(await delivered(new TestDevice(server, fan))).toBe(0)
  await new TestDevice(server, fan).syncAll()
  expect(await positions(new TestDevice(server, creator))).toMatchObject({ recipientDeliveredSeq: 1 })
})

test('messages of a lost past on a device have not arrived', async () => {
  await say(server, fan, { to: conversationId, text: 'kept' })
  const theirs = new TestDevice(server, creator)
  await backUp(server.app)
  await say(server, fan, { to: conversationId, text: 'lost' })
  await theirs.syncAll()
  await restore(server.app)
  await say(server, fan, { to: conversationId, text: 'in its place' })
  await theirs.sync()
  expect(await delivered(new TestDevice(server, fan))).toBe(0)
  await theirs.sync()
  expect(await delivered(new TestDevice(server, fan))).toBe(2)
})

test('a device that is new to many conversations says so in a few writes', async () => {
  const fans = await Promise.all(Array.from({ length: 60 }, (_, n) => makePerson(server, `many_${count}_${n}`)))
  const ids = []
  for (const one of fans) {
    ids.push(await converse(server, one, creator))
    await say(server, one, { to: ids.at(-1) ?? '', text: 'hello' })
  }
  const device = new TestDevice(server, creator)
  await device.syncAll()
  for (let round = 0; round < 3; round += 1) await device.syncAll()
  const rows = await server.app.orm.em.fork().find(ConversationMember, { userId: creator.id, conversationId: ids })
  expect(rows.map(({ deliveredSeq }) => deliveredSeq)).toEqual(Array(60).fill(1))
})

test('receipts of many conversations among messages of both sides: nothing waits for ever, none is lost', async () => {
  const fans = await Promise.all(Array.from({ length: 5 }, (_, n) => makePerson(server, `busy_${count}_${n}`)))
  const pairs = await Promise.all(fans.map(async (one) => ({ one, id: await converse(server, one, creator) })))
  const seen = server.logLines.length
  const all = new Map(pairs.map(({ id }) => [id, 1_000_000]))
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const { one, id } = pairs[n % 5] ?? { one: fan, id: conversationId }
      if (n % 3 === 0) return recordDelivery(server.app, creator.id, new Map([...all].toSorted(() => (n % 2 ? 1 : -1))))
      return say(server, n % 3 === 1 ? one : creator, { to: id, text: `${n}` })
    }),
  )
  await recordDelivery(server.app, creator.id, all)
  expect(server.logLines.slice(seen).filter((line) => line.includes('not noted'))).toEqual([])
  for (const { one, id } of pairs) {
    const { body } = await call(server, `GET /conversations/${id}`, { token: one.token })
    expect(body['recipientDeliveredSeq']).toBe(body['lastSeq'])
  }
})

test('a request is answered while the row that its receipt raises is held by somebody else', async () => {
  const theirs = new TestDevice(server, creator)
  await say(server, fan, { to: conversationId, text: 'one' })
  await theirs.syncAll()
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = transact(server.app, null, async ({ em }) => {
    const row = { userId: creator.id, conversationId }
    await em.findOneOrFail(ConversationMember, row, { lockMode: LockMode.PESSIMISTIC_WRITE })
    held.resolve()
    await release.promise
  })
  await held.promise
  const answered = call(server, 'POST /sync', { token: creator.token, body: theirs.request() })
  const late = new Promise((resolve) => setTimeout(resolve, 15_000, 'nothing'))
  const first = await Promise.race([answered, late])
  release.resolve()
  await holding
  expect(first).toMatchObject({ status: 200 })
  await receiptsSettled(server.app)
  expect(await delivered(new TestDevice(server, fan))).toBe(1)
})

test('however many messages wait, only the newest of them are looked at', async () => {
  await server.app.orm.em.fork().execute(
    `with sent as (
       insert into message (id, conversation_id, seq, sender_id, text, created_at, updated_at)
       select gen_random_uuid(), ?, n, ?, 'x', now(), now() from generate_series(1, 1500) as n returning id, seq
     )
     insert into change (space, collection, entity_id, version) select ?, 'messages', id, seq + 10 from sent`,
    [conversationId, fan.id, `c:${conversationId}`],
  )
  const raised = async (version: number) => {
    await recordDelivery(server.app, creator.id, new Map([[conversationId, version]]))
    const row = { userId: creator.id, conversationId }
    return (await server.app.orm.em.fork().findOneOrFail(ConversationMember, row)).deliveredSeq
  }
  expect(await raised(400)).toBe(0)
  expect(await raised(1_300)).toBe(1_290)
  expect(await raised(9_999)).toBe(1_500)
})

test('both sides are told by REST as well, and a participant alone', async () => {
  await say(server, fan, { to: conversationId, text: 'one' })
  const theirs = new TestDevice(server, creator)
  await theirs.syncAll()
  await theirs.sync()
  const asked = (token: string) => call(server, `GET /conversations/${conversationId}`, { token })
  expect((await asked(fan.token)).body).toMatchObject({ recipientDeliveredSeq: 1, recipientReadSeq: 0 })
  expect((await asked((await makePerson(server, `other_${count}`)).token)).status).toBe(404)
})

async function positions(device: TestDevice): Promise<Conversation | undefined> {
  await device.syncAll()
  return device.all<Conversation>('conversations').find(({ _id }) => _id === conversationId)
}

async function delivered(device: TestDevice): Promise<number | undefined> {
  return (await positions(device))?.recipientDeliveredSeq
}
