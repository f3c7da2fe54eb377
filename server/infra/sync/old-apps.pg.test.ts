import type { SyncResponse } from '@vesper/sync/engine/protocol/sync-response.ts'
import { recordedIn } from '@vesper/sync/vesper/mutations/recorded/recorded.ts'
import { SCHEMA_VERSION } from '@vesper/sync/vesper/mutations/schema-version.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProduct } from '../../domains/content/products/testing/product.ts'
import { join, offer } from '../../domains/money/subscriptions/testing/subscribe.ts'
import { buyProduct } from '../../domains/shop/orders/testing/buy.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { File } from '../files/entity.ts'
import { LedgerEntry } from './entity.ts'
import { makePair, makePerson, newFile } from './testing/person.ts'
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

test('[SCHEMA-1] mutations of another protocol are neither applied nor rejected, and are sent under the present one', async () => {
  const { fan, conversationId } = await makePair(server, 91)
  const device = new TestDevice(server, fan)
  const waiting = textMutation(conversationId, 'waits for the reload')
  for (const protocol of [0, 1, 99]) {
    const { status } = await device.post({ ...device.request([waiting]), protocol })
    expect(status).toBe(409)
  }
  expect(await server.app.orm.em.fork().count(LedgerEntry, { id: waiting.id })).toBe(0)
  expect((await device.sync([waiting])).outcomes).toEqual([{ id: waiting.id, status: 'applied' }])
})
