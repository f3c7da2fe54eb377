import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Charge } from '../../money/charges/entity.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { Subscription } from '../entity.ts'
import { offer, purchaseOf } from '../testing/subscribe.ts'
import type { Subscribing } from './begin.ts'

const test = base.extend('rich', { scope: 'test' }, async ({ server, fan, creator }) => {
  await fillWallet(server, fan.id, { paid: 1000, granted: 20 })
  await offer(server, creator, { prices: { monthly: 500, yearly: 5000 } })
  return fan
})

function post(server: TestServer, { token }: Pick<Person, 'token'>, body: Partial<Subscribing>) {
  return call(server, 'POST /payment/subscribe/performers', { token, body })
}

test('a term is paid with tokens and opens what is for subscribers on each device of the fan', async ({
  server,
  rich,
  creator,
}) => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const devices = [new TestDevice(server, rich), new TestDevice(server, rich)]
  for (const device of devices) await device.syncAll()
  const answer = await post(server, rich, purchaseOf(creator.id))
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    checkout: null,
    subscription: { type: 'monthly', price: 500, status: 'active', autoRenew: true, nextPrice: 500, source: 'wallet' },
  })
  for (const device of devices) {
    await device.syncAll()
    expect(device.all('subscriptions')).toMatchObject([{ status: 'active', performer: { _id: creator.id } }])
    expect(device.all('wallets')).toMatchObject([{ balance: 920 }])
    expect(device.all('posts')).toMatchObject([{ _id: postId, isLocked: false, text: 'For members' }])
  }
  expect(await brokenRules(server)).toEqual([])
})

test('50 times the same purchase at once is one; the same id for something else is refused', async ({
  server,
  rich,
  creator,
}) => {
  const body = purchaseOf(creator.id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(server, rich, body)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => b - a)).toEqual([
    201,
    ...Array.from({ length: 49 }, () => 200),
  ])
  expect(await server.app.orm.em.fork().count(Charge, { fanId: rich.id })).toBe(1)
  expect((await post(server, rich, { ...body, type: 'yearly', price: 5000 })).status).toBe(409)
  const thief = await makePerson(server, `thief_${randomUUID().slice(0, 8)}`)
  await fillWallet(server, thief.id, { paid: 500 })
  expect((await post(server, thief, body)).body['message']).toBe('This was used for something else.')
  expect(await brokenRules(server)).toEqual([])
})

test('several purchases of one pair at once are one subscription with as many terms', async ({
  server,
  rich,
  creator,
}) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(server, rich, purchaseOf(creator.id))))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const held = await server.app.orm.em.fork().find(Subscription, { userId: rich.id })
  expect(held).toMatchObject([{ months: 5, status: 'active' }])
  expect(await server.app.orm.em.fork().count(Charge, { fanId: rich.id })).toBe(5)
  expect(await brokenRules(server)).toEqual([])
})

test('the database has one open subscription of a pair, each term once, and prices that never change', async ({
  server,
  rich,
  creator,
}) => {
  expect((await post(server, rich, purchaseOf(creator.id))).status).toBe(201)
  const again = (table: string) =>
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).* from ${table} t`
  for (const [sql, reason] of [
    [again('subscription'), 'subscription_open_unique'],
    [again('subscription_period'), 'subscription_period_subscription_id_number_unique'],
    ['update subscription_price set amount = 1', 'the ledger is never changed'],
    ['delete from subscription_price', 'the ledger is never changed'],
  ] as const) {
    await expect(server.app.orm.em.fork().execute(sql), sql).rejects.toThrow(reason)
  }
})

test('a free term does not follow one that lasts', async ({ server, rich, creator }) => {
  await offer(server, creator, { isFree: true })
  expect((await post(server, rich, purchaseOf(creator.id))).status).toBe(201)
  const free = await post(server, rich, purchaseOf(creator.id, { type: 'free', price: 0 }))
  expect([free.status, free.body['message']]).toEqual([409, 'You are subscribed already.'])
})
