import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { makeProduct } from '../../content/products/testing/product.ts'
import { refundCharge } from '../../money/money/charges/refund.ts'
import { brokenRules, fillWallet } from '../../money/money/testing/books.ts'
import { settleDispute } from '../../money/payments/orders/disputes.ts'
import { PaymentOrder } from '../../money/payments/orders/entity.ts'
import { giveOrderBack } from '../../money/payments/orders/give-back.ts'
import { saveCard, topUp } from '../../money/payments/testing/pay.ts'
import { payWithoutFactor } from '../../money/payouts/testing/pay-without-factor.ts'
import { payoutDesk } from '../../money/payouts/testing/payout-desk.ts'
import { Subscription } from '../../money/subscriptions/entity.ts'
import { renewDue } from '../../money/subscriptions/renewal/renew.ts'
import { buyByCard, renewByCard, sandboxOf } from '../../money/subscriptions/testing/by-card.ts'
import { join, offer, purchaseOf } from '../../money/subscriptions/testing/subscribe.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { Notification, NotificationEvent } from '../../notify/notifications/entity.ts'
import { flushGathered } from '../../notify/notifications/gather.ts'
import { PushDelivery, PushSubscription } from '../../notify/push/entity.ts'
import { flushPushes } from '../../notify/push/queue.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { approveCreator, rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { lockOrder } from './lock-order.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { checkoutOf, makeAddress } from './testing/buy.ts'
import { ordered } from './testing/order.ts'

const MONTH_MS = 31 * 86_400_000

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
let fan: Person
let creator: Person
let count = 0

beforeAll(async () => {
  const config = { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' } as const
  server = await startTestServer({ config, clock: () => now ?? new Date() })
  await payWithoutFactor(server)
})
beforeEach(async () => {
  now = null
  count += 1
  fan = await makePerson(server, `fan_${count}`)
  creator = await makePerson(server, `creator_${count}`, true)
  await forgetApproval(creator)
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()

async function forgetApproval({ id: userId }: Person): Promise<void> {
  await deliverEvents(server.app)
  await em().nativeDelete(NotificationEvent, { userId })
  await em().nativeDelete(Notification, { userId })
}

/** Has an account take push messages of every kind; nothing is sent within the test. */
async function takePushes({ id: userId, actor }: Person, kinds: PushSubscription['kinds']): Promise<string> {
  const id = randomUUID()
  const keys = { endpoint: `http://127.0.0.1:9/${id}`, p256dh: 'A', auth: 'A' }
  await transact(server.app, null, async (tx) => {
    tx.em.create(PushSubscription, { id, userId, sessionId: actor.sessionId, ...keys, kinds, createdAt: new Date() })
  })
  return id
}

const post = (path: string, body: object) => call(server, `POST /${path}`, { token: fan.token, body })

async function sellPost(): Promise<string> {
  const made = { _id: v7(), text: 'By the sea', access: 'paid', price: 30, scheduledAt: null, poll: null } as const
  await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...made, fileIds: [] }))
  return made._id
}

/** Subscribes a month ago, so that the next term is due now. */
async function subscribedAMonthAgo(how: 'wallet' | 'card', tokens = 0): Promise<string> {
  await offer(server, creator, { prices: { monthly: 500 } })
  const cardId = how === 'card' ? await saveCard(server, fan) : null
  if (cardId === null) await fillWallet(server, fan.id, { paid: 100 + tokens })
  now = new Date(Date.now() - MONTH_MS)
  if (cardId === null) await join(server, fan, { to: creator })
  else expect((await buyByCard(server, fan, { to: creator, cardId })).status).toBe(201)
  now = null
  await forgetApproval(creator)
  return (await em().findOneOrFail(Subscription, { userId: fan.id })).id
}

async function orderOf({ id: userId }: Person): Promise<PaymentOrder> {
  return em().findOneOrFail(PaymentOrder, { userId }, { orderBy: { createdAt: 'desc' } })
}

async function tipped(tokens: number): Promise<string> {
  const _id = randomUUID()
  expect((await post(`wallet/charges/tip/${creator.id}`, { _id, tokens })).status).toBe(201)
  return _id
}

type Heard = { userId: string } & Partial<Notification>
/** An event that is made twice, and the one entry that follows. */
type Made = { again: () => Promise<unknown>; heard: Heard }

const rows: Record<string, () => Promise<Made>> = {
  'a tip with words, and the fan whom one tap answers': async () => {
    await fillWallet(server, fan.id, { paid: 50 })
    const _id = randomUUID()
    const again = () => post(`wallet/charges/tip/${creator.id}`, { _id, tokens: 50, message: 'For the tea' })
    const about = { kind: 'tip', objectType: 'tip', objectId: _id, pageType: 'user', pageId: fan.id } as const
    return { again, heard: { userId: creator.id, ...about, tokens: 50, preview: 'For the tea', actors: [fan.id] } }
  },
  'a sale': async () => {
    await fillWallet(server, fan.id, { paid: 30 })
    const [postId, _id] = [await sellPost(), randomUUID()]
    const about = { kind: 'sale', objectType: 'feed', objectId: postId, event: null, preview: 'By the sea' } as const
    const again = () => post(`wallet/charges/feed/${postId}`, { _id, price: 30 })
    return { again, heard: { userId: creator.id, ...about, tokens: 30, actors: [fan.id] } }
  },
  'a subscription by tokens': async () => {
    await offer(server, creator, { prices: { monthly: 500 } })
    await fillWallet(server, fan.id, { paid: 100 })
    const body = purchaseOf(creator.id)
    return {
      again: () => post('payment/subscribe/performers', body),
      heard: { ...ofSubscribers('subscribed'), tokens: 100, cents: 0 },
    }
  },
  'a subscription by card, with its sum in money': async () => {
    await offer(server, creator, { prices: { monthly: 500 } })
    const bought = { to: creator, _id: randomUUID(), cardId: await saveCard(server, fan) }
    return {
      again: () => buyByCard(server, fan, bought),
      heard: { ...ofSubscribers('subscribed'), tokens: 0, cents: 500 },
    }
  },
  'a renewal by tokens': async () => {
    await subscribedAMonthAgo('wallet', 100)
    return { again: () => renewDue(server.app), heard: { ...ofSubscribers('renewed'), tokens: 100, cents: 0 } }
  },
  'a renewal by card, with its sum in money': async () => {
    await subscribedAMonthAgo('card')
    return { again: () => renewByCard(server), heard: { ...ofSubscribers('renewed'), tokens: 0, cents: 500 } }
  },
  'a term that a subscriber adds': async () => {
    await offer(server, creator, { prices: { monthly: 500 } })
    await fillWallet(server, fan.id, { paid: 200 })
    await join(server, fan, { to: creator })
    await forgetApproval(creator)
    const body = purchaseOf(creator.id)
    return {
      again: () => post('payment/subscribe/performers', body),
      heard: { ...ofSubscribers('renewed'), tokens: 100 },
    }
  },
  'a renewal that failed, to the creator': async () => {
    await subscribedAMonthAgo('wallet')
    return { again: () => renewDue(server.app), heard: ofSubscribers('renewal-unpaid') }
  },
  'a renewal that failed, to the fan': async () => {
    const objectId = await subscribedAMonthAgo('wallet')
    const about = { kind: 'subscription', objectType: 'subscription', objectId, event: 'renewal-failed' } as const
    return { again: () => renewDue(server.app), heard: { userId: fan.id, ...about, actors: [creator.id] } }
  },
  'an order, with its tokens': async () => {
    const productId = await makeProduct(server, creator.id, { price: 40, type: 'physical', stock: 10 })
    const addressId = await makeAddress(server, fan)
    const body = checkoutOf([{ productId, price: 40 }], { addressId, consent: '2026-11' })
    await fillWallet(server, fan.id, { paid: 40 })
    const about = { kind: 'order', objectType: 'sale', event: 'order-paid' } as const
    const again = () => post('orders', body)
    return { again, heard: { userId: creator.id, ...about, tokens: 40, actors: [fan.id] } }
  },
  'an order whose tokens staff give back': async () => {
    const { _id: objectId, number } = await ordered({ server, fan, creator }, [{ price: 40 }])
    await forgetApproval(creator)
    const again = () =>
      transact(server.app, null, async (tx) => {
        const locked = await lockOrder(tx, { number })
        if (locked) await refundOrder(tx, locked, { lines: [], restock: false, reason: 'Broken', by: 'staff' })
      }).catch(() => undefined)
    const about = { kind: 'order', objectType: 'sale', objectId, event: 'sale-refunded', preview: number } as const
    return { again, heard: { userId: creator.id, ...about, tokens: 40, actors: [] } }
  },
  'a tip that is given back': async () => {
    await fillWallet(server, fan.id, { paid: 50 })
    const chargeId = await tipped(50)
    await forgetApproval(creator)
    const back = { chargeId, key: randomUUID(), reason: 'Asked', tokens: 20 }
    return {
      again: () => transact(server.app, null, (tx) => refundCharge(tx, back)),
      heard: { ...ofEarning('sale-refunded', chargeId), tokens: 20 },
    }
  },
  'a card that gets the money of a subscription back': async () => {
    await subscribedAMonthAgo('card')
    const back = { orderId: (await orderOf(fan)).id, cents: 200, key: randomUUID() }
    return {
      again: () => giveOrderBack(server.app, back),
      heard: { ...ofEarning('sale-refunded'), tokens: 0, cents: 200 },
    }
  },
  'a dispute of tokens that were spent': async () => {
    const { paymentId } = await topUp(server, fan, 100)
    const chargeId = await tipped(60)
    await forgetApproval(creator)
    const id = await sandboxOf(server).openDispute({ paymentId: String(paymentId) })
    return {
      again: () => settleDispute(server.app, id),
      heard: { ...ofEarning('sale-disputed', chargeId), tokens: 60 },
    }
  },
  'a dispute of a subscription by card': async () => {
    await subscribedAMonthAgo('card')
    const { paymentId } = await orderOf(fan)
    const id = await sandboxOf(server).openDispute({ paymentId: String(paymentId) })
    return { again: () => settleDispute(server.app, id), heard: { ...ofEarning('sale-disputed'), cents: 500 } }
  },
  'a payout that was paid, with its sum': async () => {
    const desk = payoutDesk(
      () => server,
      () => fan,
    )
    const paid = await desk.payable()
    await forgetApproval(paid)
    const { body } = await desk.ask(paid)
    const objectId = String(body['_id'])
    const again = async () => {
      await desk.decide('approve', objectId).catch(() => undefined)
      await expect.poll(async () => (await desk.view(paid, objectId))['status'], { timeout: 15_000 }).toBe('paid')
    }
    const about = { kind: 'payout', objectType: 'payouts', objectId, event: 'payout-paid' } as const
    return { again, heard: { userId: paid.id, ...about, actors: [], cents: 6000 - Number(body['fee'] ?? 0) } }
  },
  'the tenth follower': async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, (_, n) => makePerson(server, `fan_${count}_${n}`)))
    const again = async () => {
      for (const { actor } of fans) {
        for (const following of [false, true])
          await transact(server.app, actor, (tx) => setFollow(tx, { performerId: creator.id, following }))
      }
      await flushGathered(server.app)
    }
    const about = { kind: 'follow', event: 'followers', objectType: 'performer', objectId: creator.id } as const
    return { again, heard: { userId: creator.id, ...about, preview: '10', actors: [] } }
  },
  'an application that was approved': async () => {
    const username = creator.user.username ?? ''
    await transact(server.app, null, (tx) => rejectCreator(tx, username, { reason: 'Blurred' }))
    await forgetApproval(creator)
    const about = { kind: 'review', event: 'approved', objectType: 'verification', objectId: creator.id } as const
    return {
      again: () => transact(server.app, null, (tx) => approveCreator(tx, username)),
      heard: { userId: creator.id, ...about, actors: [] },
    }
  },
}

function ofSubscribers(event: 'subscribed' | 'renewed' | 'renewal-unpaid') {
  const about = { kind: 'subscription', objectType: 'performer', objectId: creator.id, event } as const
  return { userId: creator.id, ...about, actors: [fan.id] }
}

function ofEarning(event: 'sale-refunded' | 'sale-disputed', objectId?: string) {
  const about = { kind: 'sale', objectType: 'earning', event } as const
  return { userId: creator.id, ...about, actors: [], ...(objectId && { objectId }) }
}

test.each(Object.entries(rows))('%s is told once, in the app and as a push, done twice too', async (_, make) => {
  const { again, heard } = await make()
  const { userId, kind, event = null } = heard
  const hearer = [fan, creator].find(({ id }) => id === userId) ?? { ...creator, id: userId }
  const device = await takePushes({ ...hearer, actor: { ...hearer.actor, sessionId: randomUUID() } }, [kind ?? 'sale'])
  await again()
  await again()
  await flushGathered(server.app)
  await deliverEvents(server.app)
  await flushPushes(server.app)
  const told = await em().find(Notification, { userId, event })
  expect(told).toMatchObject([{ count: 1, ...heard }])
  const others = { kind: kind ?? 'sale', event, objectId: told[0]?.objectId ?? '', userId: { $ne: userId } }
  expect(await em().count(Notification, others)).toBe(0)
  await expect
    .poll(async () => (await em().find(PushDelivery, { subscriptionId: device })).map(({ payload }) => payload))
    .toContainEqual({ account: userId, kind, id: told[0]?.id, seq: told[0]?.seq })
})
