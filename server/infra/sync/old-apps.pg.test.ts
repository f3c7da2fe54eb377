import type { SyncRequest } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { PROTOCOL_DETAIL, PROTOCOL_VERSION } from '@vesper/sync/engine/protocol/version.ts'
import { randomOf } from '@vesper/sync/testing/random.ts'
import { Scheduler } from '@vesper/sync/testing/scheduler.ts'
import { recordedIn } from '@vesper/sync/vesper/mutations/recorded/recorded.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeProduct } from '../../domains/content/products/testing/product.ts'
import { join, offer } from '../../domains/money/subscriptions/testing/subscribe.ts'
import { buyProduct } from '../../domains/shop/orders/testing/buy.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { File } from '../files/entity.ts'
import { LedgerEntry } from './entity.ts'
import { makePair, makePerson, newFile } from './testing/person.ts'
import { SimulatedDevice } from './testing/simulated-device.ts'
import { TestDevice, textMutation } from './testing/test-device.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const versions = Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1)

test.each(versions)('[VERSION-3] all that apps of schema %i have queued is applied', async (schema) => {
  const { fan, creator, conversationId } = await makePair(server, schema)
  const product = await makeProduct(server, creator.id, { name: 'Print' })
  const made = {
    message: v7(),
    'priced message': v7(),
    reply: v7(),
    post: v7(),
    draft: v7(),
    'other draft': v7(),
    comment: v7(),
    answer: v7(),
    gallery: v7(),
    photo: v7(),
    video: v7(),
    'digital product': v7(),
    address: v7(),
    'fan list': v7(),
    'rule list': v7(),
    broadcast: v7(),
    pause: v7(),
  }
  const file = { ...newFile(creator.id), purpose: 'gallery-photo' as const }
  const sold = { ...newFile(creator.id), purpose: 'product-file' as const }
  await transact(server.app, null, async ({ em }) => {
    em.create(File, file)
    em.create(File, sold)
  })
  await offer(server, creator, { isFree: true })
  const { id: subscription } = await join(server, fan, { to: creator, type: 'free', price: 0 })
  const order = await buyProduct(server, fan, { productId: product, price: 100 })
  const ids = {
    ...made,
    subscription,
    order,
    'gallery file': file.id,
    'product file': sold.id,
    product,
    conversation: conversationId,
    creator: creator.id,
    fan: fan.id,
    'blocked fan': (await makePerson(server, `blocked_${schema}`)).id,
  }
  const devices = { fan: new TestDevice(server, fan), creator: new TestDevice(server, creator) }
  for (const { by, name, args } of recordedIn(schema, ids)) {
    const device = devices[by]
    const sent = { id: v7(), lane: `lane of ${name}`, name, args }
    const { status, body } = await device.post({ ...device.request([sent]), schema })
    expect(status).toBe(200)
    expect((body as unknown as SyncResponse).outcomes, name).toEqual([{ id: sent.id, status: 'applied' }])
    // A lost answer: the same push comes again, and is told the same.
    const again = await device.post({ ...device.request([sent]), schema })
    expect((again.body as unknown as SyncResponse).outcomes, name).toEqual([{ id: sent.id, status: 'applied' }])
    await device.sync([sent])
  }
})

test('[VERSION-3] arguments that the present schema cannot read are rejected with a reason, one by one, and the rest continues', async () => {
  const { fan, conversationId } = await makePair(server, 90)
  const device = new TestDevice(server, fan)
  const unknown = { id: v7(), lane: 'a', name: 'follow.set', args: {} }
  const readable = textMutation(conversationId, 'as ever')
  const { body } = await device.post({ ...device.request([unknown, readable]), schema: 1 })
  expect((body as unknown as SyncResponse).outcomes).toMatchObject([
    { id: unknown.id, status: 'rejected', kind: 'invalid', message: expect.stringMatching(/too old/) as string },
    { id: readable.id, status: 'applied' },
  ])
})

test('[SCHEMA-1] mutations of a protocol that is too old are neither applied nor rejected, and are sent under the present one', async () => {
  const { fan, conversationId } = await makePair(server, 91)
  const device = new TestDevice(server, fan)
  const waiting = textMutation(conversationId, 'waits for the reload')
  for (const protocol of [-1, PROTOCOL_VERSION - 2, 0.5]) {
    const { status, body } = await device.post({ ...device.request([waiting]), protocol })
    expect(status).toBe(409)
    expect(body['details']).toEqual([{ path: PROTOCOL_DETAIL, message: String(PROTOCOL_VERSION) }])
  }
  expect(await ledgerEntries(waiting.id)).toBe(0)
  expect((await device.sync([waiting])).outcomes).toEqual([{ id: waiting.id, status: 'applied' }])
})

test('[VERSION-5] an app of the protocol before pushes and pulls, and each of its mutations is applied once', async () => {
  const { fan, conversationId } = await makePair(server, 92)
  const device = new TestDevice(server, fan)
  // That protocol knew neither turns nor runs, and kept one incarnation.
  const { protocol: _, turn: __, next: ___, run: ____, ...common } = device.request()
  const texts = ['one', 'two', 'three']
  for (const text of texts) {
    const sent = textMutation(conversationId, text)
    const request = { ...common, protocol: PROTOCOL_VERSION - 1, cursor: device.cursor, mutations: [sent] }
    for (const attempt of ['first', 'after a lost answer']) {
      const { status, body } = await device.post({ ...request, epoch: device.epoch })
      expect(status, attempt).toBe(200)
      const answer = body as unknown as SyncResponse
      expect(answer).toMatchObject({ outcomes: [{ id: sent.id, status: 'applied' }] })
      expect(answer.copied).toBeUndefined()
      device.apply(answer)
    }
  }
  expect(device.all<Message>('messages').map(({ text }) => text)).toEqual(texts)
})

test('[VERSION-5] the shape of a newer protocol is not looked at: the app is asked to come back', async () => {
  const { fan } = await makePair(server, 93)
  const device = new TestDevice(server, fan)
  const { cursor: _, ...request } = device.request()
  const answer = await fetch(`${server.url}/api/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fan.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, protocol: PROTOCOL_VERSION + 1, cursors: 'another shape' }),
  })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('[VERSION-5] the engine of a newer app keeps its outbox while servers are older, and is served by the first newer one', async () => {
  const { fan, conversationId } = await makePair(server, 94)
  const [scheduler, asked] = [new Scheduler(), vi.fn<(request: SyncRequest) => void>()]
  let isNewer = false
  const rewrite = (request: SyncRequest) => {
    asked(request)
    return isNewer ? request : { ...request, protocol: PROTOCOL_VERSION + 1 }
  }
  const device = new SimulatedDevice({
    ...{ server, person: fan, scheduler, random: randomOf(1), rewrite },
    fate: () => ({ kind: 'through' }),
  })
  await device.open()
  const [tab] = device.tabs
  const args = { _id: v7(), conversationId, text: 'kept', fileIds: [] }
  const queued = tab?.client.mutate('message.send', args) ?? expect.fail()
  const { id } = await scheduler.until(queued)
  await scheduler.advance(120_000)
  expect(await device.outbox()).toMatchObject([{ id, state: 'waiting', rejection: null }])
  expect([...(await device.rows()).keys()]).toContain(`messages ${args._id}`)
  expect(await ledgerEntries(id)).toBe(0)
  // It asks again within seconds, and does not storm the server.
  expect(asked.mock.calls.length).toBeGreaterThan(5)
  expect(asked.mock.calls.length).toBeLessThan(40)
  isNewer = true
  await scheduler.advance(60_000)
  expect(await device.outbox()).toEqual([])
  expect(await ledgerEntries(id)).toBe(1)
})

test('[VERSION-5] the engine of an app that is too old keeps its outbox until it is loaded anew', async () => {
  const { fan, conversationId } = await makePair(server, 95)
  const scheduler = new Scheduler()
  let protocol = PROTOCOL_VERSION - 2
  const device = new SimulatedDevice({
    ...{ server, person: fan, scheduler, random: randomOf(2) },
    rewrite: (request) => ({ ...request, protocol }),
    fate: () => ({ kind: 'through' }),
  })
  await device.open()
  const [tab] = device.tabs
  const args = { _id: v7(), conversationId, text: 'kept', fileIds: [] }
  const { id } = await scheduler.until(tab?.client.mutate('message.send', args) ?? expect.fail())
  await scheduler.advance(120_000)
  expect(await device.outbox()).toMatchObject([{ id, state: 'waiting', rejection: null }])
  tab?.kill()
  protocol = PROTOCOL_VERSION
  await device.open()
  await scheduler.advance(5_000)
  expect(await device.outbox()).toEqual([])
  expect(await ledgerEntries(id)).toBe(1)
})

function ledgerEntries(id: string): Promise<number> {
  return server.app.orm.em.fork().count(LedgerEntry, { id })
}
