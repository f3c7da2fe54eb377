import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { setBlock } from '../../../community/blocks/commands.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Coupon } from '../../coupons/entity.ts'
import { Charge } from '../../money/charges/entity.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { Wallet } from '../../money/wallet.ts'
import { PaymentCard } from '../../payments/cards/entity.ts'
import { catchUp } from '../../payments/catch-up.ts'
import { press, saveCard } from '../../payments/testing/pay.ts'
import { Subscription } from '../entity.ts'
import { buyByCard, quiet, sandboxOf, seesPost, takenFrom } from '../testing/by-card.ts'
import { offer } from '../testing/subscribe.ts'

let server: TestServer
let creator: Person
let fan: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
  })
})
beforeEach(async () => {
  count += 1
  creator = await makePerson(server, `creator_${count}`, true)
  fan = await makePerson(server, `fan_${count}`)
  await offer(server, creator, { prices: { monthly: 500, yearly: 4800 } })
})
afterEach(async () => {
  sandboxOf(server).deliverAs('usual')
  sandboxOf(server).recover()
  expect(await brokenRules(server)).toEqual([])
})
afterAll(() => server.stop())

const own = () => server.app.orm.em.fork().findOneOrFail(Subscription, { userId: fan.id, endedAt: null })
const charges = () => server.app.orm.em.fork().find(Charge, { fanId: fan.id })
const listed = async (path: `GET /${string}`, { token }: Person) =>
  (await call(server, path, { token })).body['data'] as Record<string, unknown>[]

test('a saved card pays a term at once, opens it on each device, and leaves the wallet alone', async () => {
  await fillWallet(server, fan.id, { paid: 10 })
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const cardId = await saveCard(server, fan)
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const { status, body } = await buyByCard(server, fan, { to: creator, cardId })
  expect([status, body]).toMatchObject([
    201,
    { checkout: null, subscription: { status: 'active', source: 'card', card: { last4: '4242', isUsable: true } } },
  ])
  await device.syncAll()
  expect(device.all('subscriptions')).toMatchObject([{ status: 'active', nextPrice: 500, payUrl: null }])
  expect(device.all('posts')).toMatchObject([{ _id: postId, isLocked: false, text: 'For members' }])
  expect(device.all('wallets')).toMatchObject([{ balance: 10 }])
  const [charge] = await charges()
  // 20 % of 5.00 is the platform's.
  expect(charge).toMatchObject({ tokens: 500, tokenCents: 1, share: 40_000, revenue: 10_000, state: 'pending' })
  expect(await listed('GET /performer/earning/search', creator)).toMatchObject([
    { type: 'subscription', tokens: 0, gross: 50_000, net: 40_000 },
  ])
  expect(await listed('GET /wallet/charges/search', fan), 'it was not paid from the wallet').toEqual([])
  expect(await listed('GET /payment/transactions/user/search', fan)).toMatchObject([
    { kind: 'subscription', status: 'paid', amount: 500, card: { last4: '4242' }, performer: { _id: creator.id } },
  ])
  expect(await listed('GET /payment-cards', fan)).toMatchObject([{ subscriptions: [{ name: creator.user.name }] }])
})

test('the same purchase many times at once is one payment; the id is not taken for something else', async () => {
  const cardId = await saveCard(server, fan)
  const _id = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => buyByCard(server, fan, { to: creator, cardId, _id })),
  )
  // A call that meets the first at the provider is told to try again.
  for (const { status } of answers) expect([200, 201, 503]).toContain(status)
  expect((await buyByCard(server, fan, { to: creator, cardId, _id })).status).toBe(200)
  expect(await takenFrom(server, fan)).toBe(1)
  expect(await own()).toMatchObject({ months: 1 })
  const otherTerm = await buyByCard(server, fan, { to: creator, cardId, _id, type: 'yearly', price: 4800 })
  const byWallet = await buyByCard(server, fan, { to: creator, source: 'wallet', _id })
  const thief = await makePerson(server, `thief_${count}`)
  const byOther = await buyByCard(server, thief, { to: creator, _id })
  for (const { status, body } of [otherTerm, byWallet, byOther])
    expect([status, body['message']]).toEqual([409, 'This was used for something else.'])
})

test('two purchases of one pair at once are one subscription with two terms', async () => {
  const cardId = await saveCard(server, fan)
  const answers = await Promise.all([1, 2].map(() => buyByCard(server, fan, { to: creator, cardId })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await own()).toMatchObject({ months: 2 })
  expect(await takenFrom(server, fan)).toBe(2)
})

test('a card that is declined charges nothing, leaves nothing, and another one can pay', async () => {
  const cardId = await saveCard(server, fan, 'declines')
  const declined = await buyByCard(server, fan, { to: creator, cardId })
  expect([declined.status, declined.body['message']]).toEqual([402, 'Your card was declined. Nothing was charged.'])
  expect(await listed('GET /subscriptions/user/search', fan)).toEqual([])
  expect(await listed('GET /subscriptions/performer/search', creator)).toEqual([])
  const device = new TestDevice(server, fan)
  await device.syncAll()
  expect(device.all('subscriptions')).toEqual([])
  const good = await saveCard(server, fan)
  expect((await buyByCard(server, fan, { to: creator, cardId: good })).status).toBe(201)
  expect(await listed('GET /subscriptions/user/search', fan)).toHaveLength(1)
})

test('a bank that asks leads to the page; until it is confirmed nothing is open', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const cardId = await saveCard(server, fan, 'asks')
  const { body } = await buyByCard(server, fan, { to: creator, cardId })
  const { url, checkoutId } = body['checkout'] as { url: string; checkoutId: string }
  expect(body['subscription']).toMatchObject({ status: 'incomplete', payUrl: url, card: null })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  expect(device.all('subscriptions')).toMatchObject([{ status: 'incomplete', payUrl: url }])
  expect(await seesPost(server, fan, postId)).toBe(false)
  expect(await (await press(server, url, { answer: 'authenticate', card: 'asks' })).text()).toContain('Confirm')
  const back = await press(server, url, { answer: 'confirm', card: 'asks' })
  expect(back.headers.get('location')).toBe(`http://127.0.0.1/subscriptions?checkoutId=${checkoutId}`)
  const confirmed = await call(server, `GET /stripe/confirm-payment?checkoutId=${checkoutId}`, { token: fan.token })
  expect(confirmed.body).toMatchObject({ kind: 'subscription', status: 'paid', subscriptionId: (await own()).id })
  expect(await seesPost(server, fan, postId)).toBe(true)
})

test('a buyer who pays with a new card and closes the page is subscribed, and the card renews', async () => {
  const { body } = await buyByCard(server, fan, { to: creator })
  const { url } = body['checkout'] as { url: string }
  expect(await (await press(server, url, { answer: 'close' })).text()).toContain('You can close this page.')
  await expect.poll(async () => (await own()).status, { timeout: 20_000 }).toBe('active')
  expect(await listed('GET /payment-cards', fan)).toMatchObject([
    { last4: '4242', isDefault: true, status: 'active', subscriptions: [{ name: creator.user.name }] },
  ])
  // The same card, saved once more, renews in the place of the one before.
  const again = await saveCard(server, fan)
  expect((await own()).cardId).toBe(again)
  const { body: removed } = await call(server, `DELETE /payment-cards/${again}`, { token: fan.token })
  expect(removed['subscriptions']).toEqual([(await own()).id])
  const device = new TestDevice(server, fan)
  await device.syncAll()
  expect(device.all('subscriptions')).toMatchObject([{ card: { last4: '4242', isUsable: false } }])
})

test.each(['late', 'twice', 'reordered', 'dropped'] as const)(
  'events that come %s bring one term',
  async (delivery) => {
    sandboxOf(server).deliverAs(delivery === 'late' || delivery === 'reordered' ? 'late' : delivery)
    const { body } = await buyByCard(server, fan, { to: creator })
    await press(server, (body['checkout'] as { url: string }).url, { answer: 'close' })
    await sandboxOf(server).deliver()
    if (delivery === 'late' || delivery === 'dropped') expect((await own()).status).toBe('incomplete')
    if (delivery === 'dropped') await catchUp.run(server.app, new AbortController().signal)
    sandboxOf(server).deliverAs(delivery === 'reordered' ? 'reordered' : 'usual')
    await expect.poll(async () => (await own()).months, { timeout: 20_000 }).toBe(1)
    await quiet(server)
    expect(await own()).toMatchObject({ status: 'active', months: 1 })
    expect(await charges()).toHaveLength(1)
  },
)

test('a coupon lowers the first term alone, by card and from the wallet, as often as it may', async () => {
  const code = `HALF${count}`
  const kinds = ['subscription'] as const
  await transact(server.app, null, async (tx) => {
    tx.em.create(Coupon, { id: randomUUID(), code, kinds: [...kinds], percent: 50, uses: 2, createdAt: tx.now })
    await tx.em.flush()
  })
  const cardId = await saveCard(server, fan)
  const bad = [
    await buyByCard(server, fan, { to: creator, cardId, couponCode: 'NOSUCH', price: 250 }),
    await buyByCard(server, fan, { to: creator, cardId, couponCode: code }),
  ]
  expect(bad.map(({ status, body }) => [status, body['message']])).toEqual([
    [404, 'This code does not apply here.'],
    [409, 'The price has changed. Nothing was charged.'],
  ])
  const { body } = await buyByCard(server, fan, { to: creator, cardId, couponCode: code, price: 250 })
  expect(body['subscription']).toMatchObject({ status: 'active', price: 500, nextPrice: 500 })
  expect((await charges()).map(({ tokens }) => tokens)).toEqual([250])
  const other = await makePerson(server, `couponer_${count}`)
  await fillWallet(server, other.id, { paid: 100 })
  const half = { to: creator, couponCode: code, price: 250, source: 'wallet' as const }
  expect((await buyByCard(server, other, half)).body['subscription']).toMatchObject({ price: 500 })
  expect(await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: other.id })).toMatchObject({ balance: 50 })
  const third = await makePerson(server, `too_late_${count}`)
  await fillWallet(server, third.id, { paid: 100 })
  expect((await buyByCard(server, third, half)).status, 'it is used up').toBe(404)
})

test('a term that was paid for a creator who has blocked the fan meanwhile comes back as tokens', async () => {
  const { body } = await buyByCard(server, fan, { to: creator })
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: true, reason: '' }))
  await press(server, (body['checkout'] as { url: string }).url, { answer: 'close' })
  await quiet(server)
  const wallet = () => server.app.orm.em.fork().findOne(Wallet, { userId: fan.id })
  await expect.poll(async () => (await wallet())?.balance, { timeout: 20_000 }).toBe(100)
  expect(await charges()).toMatchObject([{ status: 'refunded', state: 'reversed' }])
  expect(await server.app.orm.em.fork().count(Subscription, { userId: fan.id, endedAt: null })).toBe(0)
})

test.for<[string, object, number]>([
  ['another price', { price: 1 }, 409],
  ['a term that is not sold', { type: 'quarterly' }, 409],
  ['a part of a cent', { price: 499.5 }, 400],
  ['a card of somebody else', { cardId: randomUUID() }, 404],
])('%s is no order', async ([, edit, status]) => {
  const answer = await buyByCard(server, fan, { to: creator, ...edit })
  expect(answer.status).toBe(status)
  expect(await server.app.orm.em.fork().count(Subscription, { userId: fan.id })).toBe(0)
})

test('a card that another account has seen disputed is kept as blocked, and renews nothing', async () => {
  const other = await makePerson(server, `other_${count}`)
  // The card of a fan is the same one each time. Here the other account has it instead.
  const cardId = await saveCard(server, fan)
  await transact(server.app, null, ({ em }) =>
    em.nativeUpdate(PaymentCard, { id: cardId }, { userId: other.id, status: 'blocked', isDefault: false }),
  )
  const { body } = await buyByCard(server, fan, { to: creator })
  const { url, checkoutId } = body['checkout'] as { url: string; checkoutId: string }
  await press(server, url, { answer: 'pay' })
  await call(server, `GET /stripe/confirm-payment?checkoutId=${checkoutId}`, { token: fan.token })
  const kept = await server.app.orm.em.fork().find(PaymentCard, { userId: fan.id })
  expect(kept).toMatchObject([{ status: 'blocked', isDefault: false }])
  expect(await own()).toMatchObject({ status: 'active', months: 1 })
})

test('a term that is paid waits for a change of the subscriptions of its fan', async () => {
  const { body } = await buyByCard(server, fan, { to: creator })
  const { checkoutId, url } = body['checkout'] as { checkoutId: string; url: string }
  let confirming: ReturnType<typeof call> | undefined
  await transact(server.app, null, async (tx) => {
    await lock(tx, 'subscription', fan.id)
    await press(server, url, { answer: 'pay' })
    confirming = call(server, `GET /stripe/confirm-payment?checkoutId=${checkoutId}`, { token: fan.token })
    await waitsForLock(server)
  })
  expect((await confirming)?.body).toMatchObject({ status: 'paid' })
  expect(await own()).toMatchObject({ status: 'active', months: 1 })
})
