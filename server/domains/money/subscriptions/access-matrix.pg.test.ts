import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { SubscriptionPrice } from './entity.ts'
import { join, offer, purchaseOf } from './testing/subscribe.ts'

test('nobody, another fan and a creator see and change no subscription of a fan', async ({ server, fan, creator }) => {
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, fan.id, { paid: 500 })
  const { id } = await join(server, fan, { to: creator })
  const other = await makePerson(server, `other_${randomUUID().slice(0, 8)}`)
  const strange = await makePerson(server, `strange_${randomUUID().slice(0, 8)}`, true)
  const cancel = `POST /payment/stripe/cancel-subscription/${id}` as const
  const own = 'GET /subscriptions/user/search'
  const subscribers = 'GET /subscriptions/performer/search'
  const expected: [string, string, number | null, number | null, number][] = [
    ['nobody', '', 401, 401, 401],
    ['another fan', other.token, 404, 0, 403],
    ['another creator', strange.token, 404, 0, 0],
    ['the creator', creator.token, 404, 0, 1],
    ['the fan', fan.token, 200, 1, 403],
  ]
  for (const [who, token, canceled, held, sold] of expected) {
    const [first, second, third] = [
      await call(server, cancel, { token, body: {} }),
      await call(server, own, { token }),
      await call(server, subscribers, { token }),
    ]
    expect([first.status, second.body['total'] ?? second.status, third.body['total'] ?? third.status], who).toEqual([
      canceled,
      held,
      sold,
    ])
  }
  const seen = await call(server, `${subscribers}?status=canceling`, { token: creator.token })
  expect(seen.body).toMatchObject({ data: [{ fan: { _id: fan.id }, type: 'monthly', price: 500, nextPrice: null }] })
  const { email } = fan.user
  expect(email).toBeTruthy()
  expect(JSON.stringify(seen.body)).not.toContain(email)
  expect((await call(server, `${subscribers}?status=active`, { token: creator.token })).body['total']).toBe(0)
  expect(await brokenRules(server)).toEqual([])
})

test('a purchase is refused in words, and nothing is charged', async ({ server, fan, creator }) => {
  await fillWallet(server, fan.id, { paid: 50 })
  const buy = (edit: object, token = fan.token) =>
    call(server, 'POST /payment/subscribe/performers', { token, body: { ...purchaseOf(creator.id), ...edit } })
  expect(await buy({})).toMatchObject({ status: 403, body: { message: 'This creator takes no subscriptions.' } })
  await offer(server, creator, { prices: { monthly: 500 } })
  const expected: [object, number, string | RegExp][] = [
    [{ _id: undefined }, 400, /./],
    [{ consent: undefined }, 400, 'The terms have changed. Reload the page and read them again.'],
    [{ price: 1 }, 409, 'The price has changed. Nothing was charged.'],
    [{ price: -500 }, 400, /./],
    [{ price: 499.5 }, 400, /./],
    [{ type: 'free', price: 0 }, 409, 'This creator does not offer this term any more.'],
    [{ type: 'yearly', price: 500 }, 409, 'This creator does not offer this term any more.'],
    [{}, 402, 'Not enough tokens. You need 50 more.'],
    [{ performerId: fan.id }, 403, 'You cannot subscribe to yourself.'],
    [{ performerId: randomUUID() }, 404, 'There is no such creator.'],
    [{ source: 'card' }, 503, /not set up/],
  ]
  for (const [edit, status, message] of expected) {
    const answer = await buy(edit)
    expect([answer.status, answer.body['message']], JSON.stringify(edit)).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
  }
  expect((await buy({}, '')).status).toBe(401)
  expect((await call(server, 'GET /subscriptions/user/search', { token: fan.token })).body['total']).toBe(0)
  expect(await brokenRules(server)).toEqual([])
})

test('a cancellation that was queued without a connection counts on each device, and so does a resumption', async ({
  server,
  fan,
  creator,
}) => {
  await offer(server, creator, { isFree: true })
  const { id: _id } = await join(server, fan, { to: creator, type: 'free', price: 0 })
  const [phone, laptop] = [new TestDevice(server, fan), new TestDevice(server, fan)]
  for (const device of [phone, laptop]) await device.syncAll()
  const sent = mutation('subscription.cancel', { _id })
  for (let time = 0; time < 2; time += 1) {
    expect((await phone.sync([sent])).outcomes, 'a lost answer: the same push comes again').toEqual([
      { id: sent.id, status: 'applied' },
    ])
  }
  await laptop.syncAll()
  for (const device of [phone, laptop]) {
    expect(device.all('subscriptions')).toMatchObject([{ _id, status: 'canceling', autoRenew: false, nextPrice: null }])
    expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  }
  await laptop.sync([mutation('subscription.resume', { _id })])
  await phone.syncAll()
  expect(phone.all('subscriptions')).toMatchObject([{ status: 'active', autoRenew: true, nextPrice: 0 }])
  const other = new TestDevice(server, await makePerson(server, `thief_${randomUUID().slice(0, 8)}`))
  const stolen = mutation('subscription.cancel', { _id })
  expect((await other.sync([stolen])).outcomes).toMatchObject([
    { id: stolen.id, status: 'rejected', kind: 'not-found' },
  ])
})

test('a price that changes reaches the subscriber’s device, and prices keep their history', async ({
  server,
  fan,
  creator,
}) => {
  await fillWallet(server, fan.id, { paid: 500 })
  await offer(server, creator, { prices: { monthly: 500 } })
  await join(server, fan, { to: creator })
  const phone = new TestDevice(server, fan)
  await phone.syncAll()
  const put = (body: object, token = creator.token) => call(server, `PUT /performers/${creator.id}`, { token, body })
  expect((await put({ prices: { monthly: 400 } })).body).toMatchObject({
    subscription: { prices: { monthly: 400, yearly: null }, isFree: false },
  })
  await phone.syncAll()
  expect(phone.all('subscriptions')).toMatchObject([{ price: 500, nextPrice: 400 }])
  expect(phone.all('creators')).toMatchObject([{ subscription: { prices: { monthly: 400 } } }])
  for (const [amount, message] of [
    [100, 'The lowest price of this term is 2.95.'],
    [30_005, 'The highest price of this term is 300.00.'],
    [499, 'Choose a multiple of 0.05, which is the price of one token.'],
  ] as const) {
    expect(await put({ prices: { monthly: amount } })).toMatchObject({
      status: 400,
      body: { message, details: [{ path: 'prices.monthly' }] },
    })
  }
  expect((await put({ prices: { monthly: 500 } }, fan.token)).status).toBe(403)
  const rows = await server.app.orm.em.fork().find(SubscriptionPrice, { performerId: creator.id })
  expect(new Set(rows.map(({ amount }) => amount))).toEqual(new Set([400, 500]))
  await expect(
    server.app.orm.em.fork().nativeUpdate(SubscriptionPrice, { performerId: creator.id }, { amount: 1 }),
  ).rejects.toThrow('never changed')
  expect(await brokenRules(server)).toEqual([])
})

test('two devices that set one price at once write one row of it', async ({ server, creator }) => {
  await offer(server, creator, { prices: { monthly: 500 } })
  let setting: Promise<void[]> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute('select 1 from performer where user_id = ? for update', [creator.id])
    setting = Promise.all([1, 2].map(() => offer(server, creator, { prices: { monthly: 700 } })))
    await waitsForLock(server, 2)
  })
  await setting
  const rows = await server.app.orm.em.fork().count(SubscriptionPrice, { performerId: creator.id, amount: 700 })
  expect(rows).toBe(1)
})

test('a cancellation waits for a renewal or a purchase that is under way', async ({ server, fan, creator }) => {
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, fan.id, { paid: 500 })
  const { id } = await join(server, fan, { to: creator })
  let canceling: ReturnType<typeof call> | undefined
  await transact(server.app, null, async (tx) => {
    await lock(tx, 'subscription', fan.id)
    const cancel = `POST /payment/stripe/cancel-subscription/${id}` as const
    canceling = call(server, cancel, { token: fan.token, body: {} })
    await waitsForLock(server)
  })
  expect((await canceling)?.body).toMatchObject({ status: 'canceling' })
})
