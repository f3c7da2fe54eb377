import { setTimeout as wait } from 'node:timers/promises'
import { v5 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { Mail } from '../../../../infra/mail/entity.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Charge } from '../../money/charges/entity.ts'
import { tip } from '../../money/charges/tip.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { settleOverdue } from '../../payments/jobs.ts'
import { PaymentFailure, PaymentOrder } from '../../payments/orders/entity.ts'
import { press, saveCard } from '../../payments/testing/pay.ts'
import { cancelSubscription } from '../ending/cancel.ts'
import { Subscription } from '../entity.ts'
import { subscribe } from '../purchase/subscribe.ts'
import { daysAfter } from '../terms.ts'
import { buyByCard, renewByCard, sandboxOf, seesPost, takenFrom } from '../testing/by-card.ts'
import { offer, purchaseOf } from '../testing/subscribe.ts'
import { newPair, startTermServer } from '../testing/term-server.ts'
import { chargeRenewalJob } from './renew-by-card.ts'
import { renewDue } from './renew.ts'

const DAY_MS = 86_400_000

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
let creator: Person
let fan: Person

beforeAll(async () => {
  server = await startTermServer({ clock: () => now ?? new Date() })
})
beforeEach(async () => {
  now = null
  ;({ creator, fan } = await newPair(server))
})
afterEach(async () => {
  sandboxOf(server).recover()
  expect(await brokenRules(server)).toEqual([])
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const read = () => em().findOneOrFail(Subscription, { userId: fan.id }, { orderBy: { createdAt: 'desc' } })
const orders = () => em().find(PaymentOrder, { userId: fan.id }, { orderBy: { createdAt: 'asc' } })
const mails = async () => (await em().find(Mail, { to: fan.user.email ?? '' })).map(({ subject }) => subject)

/** Subscribes by a card that works, and has another one renew it, as a card whose bank changes its mind. */
async function subscribed(
  card: 'works' | 'declines' | 'asks' = 'works',
  { at = null }: { at?: Date | null } = {},
): Promise<Subscription & { paidBy: string }> {
  const paidBy = await saveCard(server, fan)
  const renewedBy = card === 'works' ? paidBy : await saveCard(server, fan, card)
  now = at
  expect((await buyByCard(server, fan, { to: creator, cardId: paidBy })).status).toBe(201)
  await renewWith(renewedBy)
  now = null
  return Object.assign(await read(), { paidBy })
}

/** A month ago: the term is over by the clock that sessions and pages are open by. */
const aMonthAgo = () => ({ at: new Date(Date.now() - 31 * DAY_MS) })

async function renewWith(cardId: string): Promise<void> {
  await em().nativeUpdate(Subscription, { userId: fan.id }, { cardId })
}

test('a term is renewed by the card once, however many workers come, and none before its time', async () => {
  const { paidThrough } = await subscribed()
  now = new Date(paidThrough.getTime() - 1000)
  await renewByCard(server)
  expect(await takenFrom(server, fan), 'a second too early').toBe(1)
  now = paidThrough
  await Promise.all(Array.from({ length: 4 }, () => renewDue(server.app)))
  const [, renewal, ...others] = await orders()
  expect([renewal?.status, others]).toEqual(['created', []])
  const run = () => chargeRenewalJob.run(server.app, { orderId: renewal?.id ?? '' }, new AbortController().signal)
  // One that meets the other at the provider fails, and is run again.
  await Promise.allSettled([run(), run(), run()])
  await run()
  expect(await takenFrom(server, fan)).toBe(2)
  expect(await read()).toMatchObject({ status: 'active', months: 2, orderId: null, dueAt: (await read()).paidThrough })
  expect((await mails()).at(-1)).toContain('was renewed')
})

test('a worker that comes a day late interrupts no access, and charges one term', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { paidThrough, anchor } = await subscribed()
  now = daysAfter(paidThrough, 1)
  expect(await seesPost(server, fan, postId)).toBe(true)
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'active', anchor, months: 2 })
  expect(await takenFrom(server, fan)).toBe(2)
})

test('a declined card is tried again on four days, has three days of grace, and then the subscription ends', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { paidThrough } = await subscribed('declines')
  const tries: [number, object][] = [
    [0, { status: 'past_due', problem: 'card', dueAt: daysAfter(paidThrough, 1) }],
    [1, { status: 'past_due', dueAt: daysAfter(paidThrough, 3) }],
    [3, { status: 'past_due', dueAt: daysAfter(paidThrough, 5) }],
    [5, { status: 'past_due', dueAt: daysAfter(paidThrough, 7) }],
    [7, { status: 'ended' }],
  ]
  for (const [day, expected] of tries) {
    now = daysAfter(paidThrough, day)
    await renewByCard(server)
    await renewByCard(server)
    expect(await read()).toMatchObject(expected)
    expect(await seesPost(server, fan, postId), `day ${day}`).toBe(day < 3)
  }
  expect((await orders()).map(({ status }) => status)).toEqual(['paid', ...Array.from({ length: 5 }, () => 'failed')])
  expect(await em().count(PaymentFailure, { userId: fan.id }), 'no attempts of the fan').toBe(0)
  expect((await mails()).slice(1).map((subject) => /not renewed|has ended/.exec(subject)?.[0])).toEqual([
    'not renewed',
    'has ended',
  ])
})

test('a retry that succeeds goes on without a gap', async () => {
  const { paidThrough, anchor, paidBy } = await subscribed('declines')
  now = paidThrough
  await renewByCard(server)
  await renewWith(paidBy)
  now = daysAfter(paidThrough, 1)
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'active', months: 2, problem: null, anchor })
})

test('a fan who pays a failed renewal goes on without a gap, at the price that was agreed, by the card that paid', async () => {
  const { anchor, paidBy: cardId } = await subscribed('declines', aMonthAgo())
  await offer(server, creator, { prices: { monthly: 900 } })
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'past_due', problem: 'card' })
  expect((await buyByCard(server, fan, { to: creator, cardId, price: 900 })).status).toBe(409)
  expect((await buyByCard(server, fan, { to: creator, cardId })).body['subscription']).toMatchObject({
    ...{ status: 'active', price: 500, problem: null },
  })
  expect(await read()).toMatchObject({ months: 2, cardId, anchor })
})

test('a bank that asks at a renewal leads the fan to confirm, and the card is not tried again', async () => {
  const { cardId: asks } = await subscribed('asks', aMonthAgo())
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'past_due', problem: 'authentication' })
  expect((await mails()).at(-1)).toContain('not renewed')
  const list = () => call(server, 'GET /subscriptions/user/search', { token: fan.token })
  expect((await list()).body).toMatchObject({ data: [{ problem: 'authentication', retryAt: null }] })
  await renewByCard(server)
  expect((await orders()).length, 'no second try').toBe(2)
  const { body } = await buyByCard(server, fan, { to: creator, cardId: asks ?? '' })
  const { url, checkoutId } = body['checkout'] as { url: string; checkoutId: string }
  expect((await list()).body).toMatchObject({ data: [{ status: 'past_due', payUrl: url }] })
  await press(server, url, { answer: 'confirm', card: 'asks' })
  await call(server, `GET /stripe/confirm-payment?checkoutId=${checkoutId}`, { token: fan.token })
  expect(await read()).toMatchObject({ status: 'active', months: 2, problem: null, cardId: asks })
})

test('a bank that asks and is not answered ends the subscription after the last day', async () => {
  const { paidThrough } = await subscribed('asks')
  now = paidThrough
  await renewByCard(server)
  expect(await read()).toMatchObject({ problem: 'authentication', dueAt: daysAfter(paidThrough, 7) })
  now = daysAfter(paidThrough, 7)
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'ended', accessUntil: paidThrough })
  expect(await takenFrom(server, fan)).toBe(1)
})

test('a card that was removed is not charged, and stops the retries', async () => {
  const { cardId } = await subscribed('works', aMonthAgo())
  await call(server, `DELETE /payment-cards/${cardId ?? ''}`, { token: fan.token })
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'past_due', problem: 'card-unusable' })
  const { body } = await call(server, 'GET /subscriptions/user/search', { token: fan.token })
  expect(body).toMatchObject({ data: [{ problem: 'card', retryAt: null, card: { isUsable: false } }] })
  expect(await takenFrom(server, fan)).toBe(1)
})

test('an answer of the provider that is lost leads to one charge, found when the time of the order is over', async () => {
  const { paidThrough, anchor } = await subscribed()
  // By the machine's clock, as the provider lists its payments.
  await em().nativeUpdate(Subscription, { userId: fan.id }, { dueAt: new Date(), paidThrough: new Date() })
  sandboxOf(server).fail({ call: 'POST /v1/payment_intents', with: 'cut', times: 9 })
  await expect(renewByCard(server)).rejects.toThrow('did not answer')
  sandboxOf(server).recover()
  await renewDue(server.app)
  expect(await orders(), 'the renewal waits for its order').toHaveLength(2)
  now = new Date(Date.now() + 32 * 60 * 1000)
  await settleOverdue.run(server.app, new AbortController().signal)
  expect(await takenFrom(server, fan)).toBe(2)
  expect(await read()).toMatchObject({ status: 'active', anchor, months: 2 })
  expect((await read()).paidThrough > paidThrough).toBe(true)
})

test('an order that the provider never took is placed again, and is charged once', async () => {
  const { paidThrough } = await subscribed()
  now = paidThrough
  sandboxOf(server).fail({ call: 'POST /v1/payment_intents', with: 500, times: 9 })
  await expect(renewByCard(server)).rejects.toThrow('did not answer')
  sandboxOf(server).recover()
  now = new Date(paidThrough.getTime() + 32 * 60 * 1000)
  await settleOverdue.run(server.app, new AbortController().signal)
  expect(await read(), 'not the fault of the card').toMatchObject({ status: 'active', problem: null, dueAt: now })
  await renewByCard(server)
  expect(await takenFrom(server, fan)).toBe(2)
  expect(await read()).toMatchObject({ status: 'active', months: 2 })
})

test('a renewal that is canceled while its card is charged is the last one', async () => {
  const { id, paidThrough } = await subscribed()
  now = paidThrough
  await renewDue(server.app)
  await transact(server.app, fan.actor, (tx) => cancelSubscription(tx, { _id: id }))
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'canceling', autoRenew: false, months: 1 })
  now = (await read()).paidThrough
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'ended' })
  expect(await takenFrom(server, fan)).toBe(2)
})

test('while a renewal is being paid no other term is sold', async () => {
  const { cardId } = await subscribed('works', aMonthAgo())
  await renewDue(server.app)
  const answer = await buyByCard(server, fan, { to: creator, cardId: cardId ?? '' })
  expect([answer.status, answer.body['message']]).toEqual([
    409,
    'The renewal is being paid at the moment. Try again in a minute.',
  ])
  await renewByCard(server)
  expect(await takenFrom(server, fan)).toBe(2)
})

test('a worker waits for the fan who pays the renewal at the same moment, and charges no second term', async () => {
  await fillWallet(server, fan.id, { paid: 200 })
  const { paidThrough } = await subscribed()
  now = paidThrough
  let worker: Promise<number> = Promise.resolve(0)
  await transact(server.app, fan.actor, async (tx) => {
    await lock(tx, 'subscription', fan.id)
    worker = renewDue(server.app)
    await wait(500)
    await subscribe(tx, purchaseOf(creator.id))
  })
  await worker
  await renewByCard(server)
  expect(await takenFrom(server, fan), 'the first term alone').toBe(1)
  expect(await read()).toMatchObject({ status: 'active', months: 2, source: 'wallet' })
})

test('a subscription that is not paid ends after 30 minutes; money that comes later begins a new one', async () => {
  const { body } = await buyByCard(server, fan, { to: creator })
  const { url, checkoutId } = body['checkout'] as { url: string; checkoutId: string }
  const { createdAt, id } = await read()
  now = new Date(createdAt.getTime() + 30 * 60 * 1000 - 1000)
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'incomplete' })
  now = new Date(createdAt.getTime() + 30 * 60 * 1000)
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'ended', months: 0 })
  now = null
  await press(server, url, { answer: 'pay' })
  await call(server, `GET /stripe/confirm-payment?checkoutId=${checkoutId}`, { token: fan.token })
  const begun = await em().findOneOrFail(Subscription, { userId: fan.id, endedAt: null })
  expect(begun).toMatchObject({ status: 'active', months: 1 })
  expect(begun.id).not.toBe(id)
})

test('nobody can take the id of a renewal with a payment of their own', async () => {
  await fillWallet(server, fan.id, { paid: 300 })
  const { id, paidThrough, renewalId } = await subscribed()
  // As the id was made from the subscription before.
  const guessed = v5(`renew:${id}:2`, 'c0f3d8b6-9a55-4f0e-8d1b-5a3a4a2f7e60')
  await transact(server.app, fan.actor, (tx) =>
    tip(tx, { _id: guessed, performerId: creator.id, tokens: 10, message: '' }),
  )
  await em().nativeUpdate(Subscription, { userId: fan.id }, { source: 'wallet' })
  now = paidThrough
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'active', months: 2 })
  expect(await em().count(Charge, { id: renewalId, type: 'subscription' })).toBe(1)
  expect((await read()).renewalId).not.toBe(renewalId)
})
