import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { PUSH_KINDS } from '@vesper/sync/vesper/api/push.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePair } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { sendMessage } from '../../talk/messages/commands.ts'
import { readAll } from '../../talk/messages/read-all.ts'
import { deliverEvents } from '../notifications/deliver.ts'
import { notify } from '../notifications/notify.ts'
import { PushDelivery, PushSubscription } from './entity.ts'
import { nameOnlyKey } from './name-only-key.ts'
import { flushPushes } from './queue.ts'
import { sendDue } from './send-job.ts'
import { startPushService, TestBrowser } from './testing/push-service.ts'

const MINUTE_MS = 60_000

let server: TestServer
let service: Awaited<ReturnType<typeof startPushService>>
let elapsedMs = 0
let count = 0
let fan: Person
let creator: Person
let conversationId: string
let browser: TestBrowser

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  service = await startPushService()
})
afterAll(async () => {
  await service.stop()
  await server.stop()
})

beforeEach(async () => {
  ;({ fan, creator, conversationId } = await makePair(server, 700 + (count += 1)))
  await deliverEvents(server.app)
  await sendAll()
  service.posted.length = 0
  service.answer(201)
  browser = new TestBrowser()
})

function subscribe(body: object = {}, { token }: Person = creator) {
  const endpoint = `${service.url}/${randomUUID()}`
  return call(server, 'POST /push/subscriptions', {
    token,
    body: { endpoint, keys: browser.keys, kinds: PUSH_KINDS, ...body },
  })
}

async function write(text: string): Promise<void> {
  const message = { _id: v7(), conversationId, text, fileIds: [] }
  await transact(server.app, fan.actor, (tx) => sendMessage(tx, message))
}

/** Sends all that is due within a minute. */
async function sendAll(): Promise<void> {
  await flushPushes(server.app)
  elapsedMs += MINUTE_MS
  await sendDue(server.app)
}

function waitingFor(subscriptionId: unknown): Promise<number> {
  return server.app.orm.em.fork().count(PushDelivery, { subscriptionId: String(subscriptionId) })
}

test('a message reaches the browser encrypted, signed, and with ids alone', async () => {
  const { status, body } = await subscribe()
  expect([status, body['kinds']]).toEqual([201, [...PUSH_KINDS]])
  await write('Hello, this is private')
  await write('And this')
  await sendAll()
  // Two messages of one conversation are one push.
  const [posted] = service.posted
  expect(service.posted).toHaveLength(1)
  expect(posted?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    topic: expect.any(String) as string,
  })
  const content = JSON.parse(browser.open(posted?.body ?? Buffer.alloc(0))) as object
  expect(content).toEqual({ account: creator.id, kind: 'message', id: conversationId, seq: 2 })
  expect(() => new TestBrowser().open(posted?.body ?? Buffer.alloc(0))).toThrow()
  expect(await waitingFor(body['_id'])).toBe(0)

  // The signature is that of the public key which the settings tell.
  const settings = (await call(server, 'GET /settings/public', {})).body
  const [, jwt = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(posted?.headers.authorization ?? '') ?? []
  expect(key).toBe(settings['vapidPublicKey'])
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: service.url })
})

test('a notification is pushed, unless it was read or its kind is off', async () => {
  await subscribe({ kinds: ['comment'] })
  const tell = async (kind: 'comment' | 'mention') => {
    const object = { type: 'feed', id: randomUUID() } as const
    await transact(server.app, null, (tx) => notify(tx, { userId: creator.id, kind, actorId: fan.id, object }))
    await deliverEvents(server.app)
  }
  await tell('mention')
  await write('A message')
  await sendAll()
  expect(service.posted).toEqual([])
  await tell('comment')
  await sendAll()
  const [posted] = service.posted
  expect(JSON.parse(browser.open(posted?.body ?? Buffer.alloc(0)))).toMatchObject({
    account: creator.id,
    kind: 'comment',
  })
  await tell('comment')
  await call(server, 'POST /notifications/read-all', { token: creator.token, body: {} })
  await sendAll()
  expect(service.posted).toHaveLength(1)
})

test('a message that was read meanwhile on another device is not pushed', async () => {
  await subscribe()
  await write('Read at once')
  await flushPushes(server.app)
  await transact(server.app, creator.actor, (tx) => readAll(tx, { conversationId }))
  await sendAll()
  expect(service.posted).toEqual([])
})

test.each([404, 410])('a subscription that answers %i is removed', async (status) => {
  const { body } = await subscribe()
  service.answer(status)
  await write('To nowhere')
  await sendAll()
  expect(await server.app.orm.em.fork().count(PushSubscription, { id: String(body['_id']) })).toBe(0)
  expect(await waitingFor(body['_id'])).toBe(0)
})

test('a push that the service cannot take is retried with growing pauses, and given up after five attempts', async () => {
  const { body } = await subscribe()
  service.answer(503)
  await write('Again')
  await sendAll()
  expect([service.posted.length, await waitingFor(body['_id'])]).toEqual([1, 1])
  // Not before its pause is over.
  expect(await sendDue(server.app)).toBeGreaterThan(20_000)
  expect(service.posted).toHaveLength(1)
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    elapsedMs += 60 * MINUTE_MS
    await sendDue(server.app)
    expect(service.posted).toHaveLength(attempt)
  }
  expect(await waitingFor(body['_id'])).toBe(0)
  expect(await server.app.orm.em.fork().count(PushSubscription, { id: String(body['_id']) })).toBe(1)
})

test('a subscription of an earlier version is of the only key of the site, and of none that comes later', async () => {
  await subscribe()
  const { orm, vapid } = server.app
  const [present] = vapid.keys
  const keyIds = async () =>
    (await orm.em.fork().find(PushSubscription, { userId: creator.id })).map(({ keyId }) => keyId)
  const forgetKey = () => orm.em.fork().nativeUpdate(PushSubscription, { userId: creator.id }, { keyId: null })
  await forgetKey()
  await nameOnlyKey(orm, { ...vapid, keys: [{ ...present, id: 'laterkey' }, present] })
  expect(await keyIds()).toEqual([null])
  await nameOnlyKey(orm, vapid)
  expect(await keyIds()).toEqual([present.id])
})

test('a push that the service refuses is logged as not sent, and tried again', async () => {
  await subscribe()
  service.answer(403)
  await write('hello')
  await sendAll()
  expect(await server.app.orm.em.fork().find(PushDelivery, {})).toMatchObject([{ attempts: 1 }])
})

test('a session that ends takes no pushes any more', async () => {
  await subscribe()
  await write('Before the logout')
  await flushPushes(server.app)
  await call(server, 'POST /auth/logout', { token: creator.token })
  expect(await server.app.orm.em.fork().count(PushSubscription, { userId: creator.id })).toBe(0)
  await sendAll()
  expect(service.posted).toEqual([])
})

test('a session has one subscription, an endpoint belongs to who subscribed last, and nobody removes that of another', async () => {
  const endpoint = `${service.url}/shared`
  const first = await subscribe({ endpoint })
  const again = await subscribe({ endpoint, kinds: ['message'] })
  expect(again.body).toEqual({ _id: first.body['_id'], kinds: ['message'] })
  await call(server, `DELETE /push/subscriptions/${String(first.body['_id'])}`, { token: fan.token })
  expect((await call(server, 'GET /push/subscriptions', { token: creator.token })).body).toMatchObject({ total: 1 })
  await subscribe({ endpoint }, fan)
  expect((await call(server, 'GET /push/subscriptions', { token: creator.token })).body).toMatchObject({ total: 0 })
  expect((await call(server, 'GET /push/subscriptions', { token: fan.token })).body).toMatchObject({ total: 1 })
})

test.each([{ environment: 'production' }, { isExposed: true }] as const)(
  'no endpoint of an inner network is taken: %j',
  async (given) => {
    const { environment, isExposed } = server.app.config
    Object.assign(server.app.config, given)
    try {
      for (const endpoint of [
        `${service.url}/a`,
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://[2002:7f00:1::]/',
        'https://postgres/',
      ]) {
        expect([endpoint, (await subscribe({ endpoint })).status]).toEqual([endpoint, 400])
      }
      expect((await subscribe({ endpoint: 'https://push.example.com/a' })).status).toBe(201)
    } finally {
      Object.assign(server.app.config, { environment, isExposed })
    }
  },
)
