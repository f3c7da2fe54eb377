import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { io } from 'socket.io-client'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { jpegWithPlace, upload } from '../../../../infra/files/testing/media-server.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { rejectCreator } from '../../../people/performers/review/approve-creator.ts'
import { deleteMessage } from '../../../talk/messages/commands.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { Charge } from './entity.ts'
import { refundCharge } from './refund.ts'

const SECRET = 'the key is under the third pot'

type Sent = { messageId: string; fileId: string; conversationId: string }

/** The same photo is not sold to anybody twice. */
let width = 600

/** Sends a message with a photo at a price, as an app does. */
async function sendPaid(
  server: TestServer,
  { creator, conversationId }: { creator: Person; conversationId: string },
  price = 30,
): Promise<Sent> {
  const bytes = await jpegWithPlace((width += 1))
  const fileId = (await upload(server, '/messages/private/file', { token: creator.token, bytes })).body._id
  const body = { _id: v7(), text: SECRET, fileIds: [fileId], price }
  const sent = await call(server, `POST /messages/conversations/${conversationId}`, { token: creator.token, body })
  expect(sent.status).toBe(201)
  return { messageId: body._id, fileId, conversationId }
}

function buy(server: TestServer, { token }: Pick<Person, 'token'>, { id, ...body }: { id: string; price?: unknown }) {
  const whole = { _id: randomUUID(), price: 30, ...body }
  return call(server, `POST /wallet/charges/message/${id}`, { token, body: whole })
}

function heldBy(device: TestDevice, id: string): MessageRecord | undefined {
  return device.all<MessageRecord>('messages').find(({ _id }) => _id === id)
}

async function statusOf(server: TestServer, url: string, { token }: Person): Promise<number> {
  return (await fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } })).status
}

test('a message opens on each device of its buyer with the next sync, and closes with its refund', async ({
  server,
  pair,
}) => {
  const { fan, creator } = pair
  await fillWallet(server, fan.id, { paid: 100 })
  const { messageId, fileId } = await sendPaid(server, pair)
  const [phone, laptop, studio] = [fan, fan, creator].map((person) => new TestDevice(server, person))
  const locked = { text: '', files: [], sale: { price: 30, isLocked: true, fileCount: 1, boughtAt: null } }
  for (const device of [phone, laptop, studio]) await device?.syncAll()
  if (!phone || !laptop || !studio) throw new Error('three devices')
  for (const device of [phone, laptop]) {
    expect(heldBy(device, messageId)).toMatchObject(locked)
    expect(device.all('conversations')).toMatchObject([
      { lastMessage: { text: '', sale: { price: 30, isLocked: true } } },
    ])
  }
  expect(heldBy(studio, messageId)).toMatchObject({ text: SECRET, sale: { isLocked: false, boughtAt: null } })

  const bought = await buy(server, fan, { id: messageId })
  expect([bought.status, bought.body['balance']]).toEqual([201, 70])
  for (const device of [phone, laptop]) {
    await device.sync()
    expect(heldBy(device, messageId)).toMatchObject({
      text: SECRET,
      files: [{ _id: fileId }],
      sale: { isLocked: false },
    })
    expect(device.all('conversations')).toMatchObject([{ lastMessage: { text: SECRET, sale: { isLocked: false } } }])
    expect(device.all('grants')).toMatchObject([{ objectType: 'message', objectId: messageId }])
    expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  }
  await studio.sync()
  expect(heldBy(studio, messageId)?.sale?.boughtAt, 'the creator sees that it was bought').toBeTruthy()
  const url = heldBy(phone, messageId)?.files[0]?.url ?? ''
  expect(await statusOf(server, url, fan)).toBe(200)

  const chargeId = String(bought.body['_id'])
  await transact(server.app, null, (tx) => refundCharge(tx, { chargeId, reason: 'A mistake', key: chargeId }))
  expect(await statusOf(server, url, fan)).toBe(404)
  for (const device of [phone, laptop]) {
    const answer = JSON.stringify(await device.sync())
    expect(answer).not.toContain(SECRET)
    expect(answer).not.toContain(fileId)
    expect(heldBy(device, messageId)).toMatchObject(locked)
    expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  }
  expect(await brokenRules(server)).toEqual([])
})

test('no call, no event and no sync tells the recipient a word or a file of a locked message', async ({
  server,
  pair,
}) => {
  const { fan, creator, conversationId } = pair
  const socket = io(server.url, { transports: ['websocket'], forceNew: true })
  await once(socket as never, 'connect')
  const events: unknown[] = []
  socket.onAny((...event: unknown[]) => events.push(event))
  await socket.emitWithAck('login', { token: fan.token })
  await socket.emitWithAck('conversation:join', { conversationId })
  const device = new TestDevice(server, fan)
  await device.syncAll()

  const { messageId, fileId } = await sendPaid(server, pair)
  const open = await call(server, `POST /messages/conversations/${conversationId}`, {
    token: creator.token,
    body: { text: 'This one is free' },
  })
  await expect.poll(() => JSON.stringify(events)).toContain(String(open.body['_id']))
  socket.disconnect()
  expect(JSON.stringify(events)).toContain(messageId)

  const told = [JSON.stringify(events), JSON.stringify(await device.sync())]
  const names = [conversationId, messageId, fileId, creator.id]
  const reads = server.app.domains.routes.filter(({ method }) => method === 'GET')
  let answered = 0
  for (const { path } of reads) {
    for (const name of /\{\w+\}/.test(path) ? names : ['']) {
      const address = `GET ${path.replaceAll(/\{\w+\}/g, name)}?q=pot` as 'GET /'
      const answer = await call(server, address, { token: fan.token })
      if (answer.status === 200) answered += 1
      if (!path.includes('{') || answer.status === 200) told.push(answer.text)
    }
  }
  expect(answered, 'the crawl reaches calls').toBeGreaterThan(10)
  const page = await call(server, `GET /messages/conversations/${conversationId}`, { token: fan.token })
  expect(page.text, 'the message itself is there').toContain(messageId)
  for (const text of [...told, page.text]) {
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(fileId)
  }
  // The creator's own link, too, is no way around.
  const own = await call(server, `GET /messages/conversations/${conversationId}`, { token: creator.token })
  const { files } = (own.body['data'] as MessageRecord[]).find(({ _id }) => _id === messageId) as MessageRecord
  expect(await statusOf(server, files[0]?.url ?? '', creator)).toBe(200)
  expect(await statusOf(server, files[0]?.url ?? '', fan)).not.toBe(200)
})

test.for<[string, object, number]>([
  ['no id', { _id: undefined }, 400],
  ['an older price', { price: 29 }, 409],
  ['nothing', { price: 0 }, 400],
  ['a negative number', { price: -30 }, 400],
  ['a part of a token', { price: 30.5 }, 400],
  ['words', { price: '30' }, 400],
])('a message bought with %s is refused, and nothing is charged', async ([, body, status], { server, pair }) => {
  await fillWallet(server, pair.fan.id, { paid: 100 })
  const { messageId } = await sendPaid(server, pair)
  expect((await buy(server, pair.fan, { id: messageId, ...body })).status).toBe(status)
  expect(await server.app.orm.em.fork().count(Charge, { fanId: pair.fan.id })).toBe(0)
})

test('a message is sold to its recipient alone: not to its sender, strangers, callers without an account', async ({
  server,
  pair,
}) => {
  const { fan, creator, conversationId } = pair
  const stranger = await makePerson(server, `stranger_${randomUUID().slice(0, 8)}`)
  for (const { id } of [fan, creator, stranger]) await fillWallet(server, id, { paid: 100 })
  const { messageId } = await sendPaid(server, pair)
  expect((await buy(server, { token: '' }, { id: messageId })).status).toBe(401)
  expect((await buy(server, stranger, { id: messageId })).body['message']).toBe('This message does not exist.')
  expect((await buy(server, stranger, { id: randomUUID() })).body['message']).toBe('This message does not exist.')
  expect((await buy(server, creator, { id: messageId })).body['message']).toBe('You cannot pay yourself.')
  expect((await buy(server, fan, { id: messageId })).status).toBe(201)
  expect((await buy(server, fan, { id: messageId })).body['message']).toBe('You own this already.')
  const free = await call(server, `POST /messages/conversations/${conversationId}`, {
    token: creator.token,
    body: { text: 'Free' },
  })
  expect((await buy(server, fan, { id: String(free.body['_id']) })).status).toBe(409)
  const unsold = await sendPaid(server, pair)
  await transact(server.app, creator.actor, (tx) => deleteMessage(tx, { _id: unsold.messageId }))
  expect((await buy(server, fan, { id: unsold.messageId })).status).toBe(404)
  const closed = await sendPaid(server, pair)
  await transact(server.app, null, (tx) => rejectCreator(tx, creator.user.username ?? '', { reason: 'No' }))
  expect((await buy(server, fan, { id: closed.messageId })).status).toBe(404)
  expect(await brokenRules(server)).toEqual([])
})

test('50 times one purchase at once is one; 50 messages of 10 tokens at once from 90 are nine', async ({
  server,
  pair,
}) => {
  const { fan } = pair
  await fillWallet(server, fan.id, { paid: 120 })
  const { messageId } = await sendPaid(server, pair)
  const body = { _id: randomUUID() }
  const same = await Promise.all(Array.from({ length: 50 }, () => buy(server, fan, { id: messageId, ...body })))
  expect(same.map(({ status }) => status).toSorted((a, b) => b - a)).toEqual([201, ...Array<number>(49).fill(200)])
  const ids: string[] = []
  for (let count = 0; count < 50; count += 1) {
    const one = { _id: v7(), text: SECRET, price: 10 }
    await call(server, `POST /messages/conversations/${pair.conversationId}`, { token: pair.creator.token, body: one })
    ids.push(one._id)
  }
  const answers = await Promise.all(ids.map((id) => buy(server, fan, { id, price: 10 })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(41)
  expect(await brokenRules(server)).toEqual([])
})

test('a message is bought or deleted, never both, when both happen at once', async ({ server, pair }) => {
  const { fan, creator } = pair
  await fillWallet(server, fan.id, { paid: 300 })
  for (let round = 0; round < 8; round += 1) {
    const { messageId } = await sendPaid(server, pair)
    const [bought, removed] = await Promise.all([
      buy(server, fan, { id: messageId }),
      call(server, `DELETE /messages/${messageId}`, { token: creator.token }),
    ])
    expect([`${bought.status} ${removed.status}`]).toEqual([expect.stringMatching(/^(201 409|404 200)$/)])
  }
  expect(await brokenRules(server)).toEqual([])
})

test('a price is for creators, whole and in bounds', async ({ server, pair }) => {
  const { fan, creator, conversationId } = pair
  const send = ({ token }: Person, price: unknown) =>
    call(server, `POST /messages/conversations/${conversationId}`, { token, body: { text: 'Look', price } })
  const refused = await send(fan, 10)
  expect([refused.status, refused.body['message']]).toEqual([403, 'Only creators can set a price.'])
  for (const price of [0, -1, 1.5, 10_001, '10']) expect((await send(creator, price)).status).toBe(400)
  expect((await send(creator, 10_000)).body).toMatchObject({ text: 'Look', sale: { price: 10_000, isLocked: false } })
})

test('two messages with the same file, both sent before either is bought, are not both sold', async ({
  server,
  pair,
}) => {
  const { fan, creator, conversationId } = pair
  await fillWallet(server, fan.id, { paid: 100 })
  const { messageId, fileId } = await sendPaid(server, pair)
  const body = { _id: v7(), text: SECRET, fileIds: [fileId], price: 30 }
  const again = await call(server, `POST /messages/conversations/${conversationId}`, { token: creator.token, body })
  expect(again.status).toBe(201)
  const both = await Promise.all([messageId, body._id].map((id) => buy(server, fan, { id })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.body['message']).toBe('You own this already.')
  expect(await server.app.orm.em.fork().count(Charge, { fanId: fan.id })).toBe(1)
  expect(await brokenRules(server)).toEqual([])
})
