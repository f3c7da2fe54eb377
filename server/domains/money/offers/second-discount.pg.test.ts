import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call, mailsTo } from '../../people/accounts/testing/api.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { refundedOf } from '../payments/gateway.ts'
import { settleDispute } from '../payments/orders/disputes.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { failOrder } from '../payments/orders/fail.ts'
import { lockOrder } from '../payments/orders/lock-order.ts'
import { settlePayment } from '../payments/orders/settle.ts'
import { requireGateway } from '../payments/require-gateway.ts'
import { SurplusPayment } from '../payments/surplus/entity.ts'
import { refundSurplusJob } from '../payments/surplus/refund-surplus.ts'
import { press } from '../payments/testing/pay.ts'
import { Subscription, SubscriptionPeriod } from '../subscriptions/entity.ts'
import type { Subscribing } from '../subscriptions/purchase/begin.ts'
import { buyByCard, quiet, sandboxOf } from '../subscriptions/testing/by-card.ts'
import { offer, purchaseOf } from '../subscriptions/testing/subscribe.ts'
import { OfferUse } from './entity.ts'
import { offerDiscount } from './testing/make.ts'

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
  creator = await makePerson(server, `late_creator_${count}`, true)
  fan = await makePerson(server, `late_fan_${count}`)
  await em().nativeUpdate(User, { id: fan.id }, { email: `${fan.id}@vesper.test` })
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, fan.id, { paid: 500 })
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const buy = (edit: Partial<Subscribing>) =>
  call(server, 'POST /payment/subscribe/performers', { token: fan.token, body: purchaseOf(creator.id, edit) })
const orderOf = (id: string) => em().findOneOrFail(PaymentOrder, { id })

test('a wallet that pays the first term meanwhile: the discounted page that is paid then gives its money back', async () => {
  const page = await openPage()
  expect((await buy({})).status).toBe(201)
  await payPage(page)
  expect(await prices()).toEqual([500])
  await comesBack(page.id)
  expect(await usesOf()).toEqual(['released'])
  const told = (await mailsTo(server, `${fan.id}@vesper.test`)).filter(({ text }) => text.includes('for a first term'))
  expect(told.map(({ text }) => text.includes('$3.00'))).toEqual([true])
})

test('a discounted page that is paid first is the first term; the wallet pays the second one in full', async () => {
  const page = await openPage()
  await payPage(page)
  expect((await buy({})).status).toBe(201)
  expect(await prices()).toEqual([300, 500])
  expect(await orderOf(page.id)).toMatchObject({ status: 'paid' })
  expect(await usesOf()).toEqual(['confirmed'])
})

test('an order that has expired here yields its discounted first term when it is paid after all', async () => {
  const page = await openPage()
  await expire(page.id)
  expect(await usesOf()).toEqual(['released'])
  await payPage(page)
  expect(await prices()).toEqual([300])
  expect(await orderOf(page.id)).toMatchObject({ status: 'paid' })
  expect(await usesOf()).toEqual(['confirmed'])
})

test('the discount that was paid first stands, and the other one gives its money back', async () => {
  const page = await openPage()
  await expire(page.id)
  const other = await offerDiscount(server, creator, { percent: 20 })
  expect((await buy({ price: 400, offerCode: other.code })).status).toBe(201)
  await payPage(page)
  expect(await prices()).toEqual([400])
  await comesBack(page.id)
  expect(await usesOf()).toEqual(['released', 'confirmed'])
})

test('a fan who has used the code meanwhile has it once, also after that term has ended', async () => {
  const page = await openPage()
  await expire(page.id)
  expect((await buy({ price: 300, offerCode: page.code })).status).toBe(201)
  await em().nativeUpdate(Subscription, { userId: fan.id }, { status: 'ended', endedAt: new Date() })
  await payPage(page)
  expect(await prices()).toEqual([300])
  await comesBack(page.id)
})

test('an event that is told again after the money went back gives no term', async () => {
  const page = await openPage()
  await buy({})
  await payPage(page)
  await comesBack(page.id)
  await em().nativeUpdate(Subscription, { userId: fan.id }, { status: 'ended', endedAt: new Date() })
  const { id } = await surplusOf(page.id)
  await Promise.all([settlePayment(server.app, id), settlePayment(server.app, id)])
  expect(await prices()).toEqual([500])
  await comesBack(page.id)
})

test('a dispute of money that is to go back takes nothing, and is not given back on top', async () => {
  const page = await openPage()
  await buy({})
  await payPage(page)
  const { id } = await surplusOf(page.id)
  await settleDispute(server.app, await sandboxOf(server).openDispute({ paymentId: id }))
  expect(await prices()).toEqual([500])
  expect(['refunded', 'disputed']).toContain((await surplusOf(page.id)).status)
})

test('the wallet and the page at once: one discounted first term, or the money comes back', async () => {
  for (const round of [1, 2, 3, 4]) {
    fan = await makePerson(server, `late_rush_${round}`)
    await fillWallet(server, fan.id, { paid: 500 })
    const page = await openPage()
    const [wallet] = await Promise.all([buy({}), payPage(page)])
    expect(wallet.status).toBe(201)
    const paid = await prices()
    if (paid[0] === 300) expect(paid).toEqual([300, 500])
    else {
      expect(paid).toEqual([500])
      await comesBack(page.id)
    }
  }
})

type Page = { id: string; url: unknown; checkoutId: string; code: string }

/** Opens the pay page of a first term for 3.00 in place of 5.00. */
async function openPage(): Promise<Page> {
  const { code } = await offerDiscount(server, creator, { percent: 40 })
  const id = randomUUID()
  const { body } = await buyByCard(server, fan, { to: creator, _id: id, price: 300, offerCode: code })
  const { url, checkoutId } = body['checkout'] as { url: string; checkoutId: string }
  return { id, url, checkoutId, code }
}

/** Pays a page at the provider, and waits until the server has followed all of its events. */
async function payPage({ url, checkoutId }: Page): Promise<void> {
  await press(server, url, { answer: 'pay' })
  await quiet(server)
  await call(server, `GET /stripe/confirm-payment?checkoutId=${checkoutId}`, { token: fan.token })
}

/** Ends an order here while its page at the provider stays open. */
function expire(id: string): Promise<void> {
  return transact(server.app, null, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order) await failOrder(tx, order, 'expired')
  })
}

function surplusOf(orderId: string): Promise<SurplusPayment> {
  return em().findOneOrFail(SurplusPayment, { orderId })
}

/** The money of an order is back on its card, once, and the order says so. */
async function comesBack(orderId: string): Promise<void> {
  const { id } = await surplusOf(orderId)
  await refundSurplusJob.run(server.app, { paymentId: id }, new AbortController().signal)
  const payment = await requireGateway(server.app).readPayment(id)
  expect(payment && refundedOf(payment)).toBe(300)
  expect(await surplusOf(orderId)).toMatchObject({ status: 'refunded', amount: 300 })
  expect(await orderOf(orderId)).toMatchObject({ status: 'refunded', refunded: 300, paidAt: null })
}

/** Prices of the fan's terms in cents, the first one first. */
async function prices(): Promise<number[]> {
  const subscriptions = await em().find(Subscription, { userId: fan.id })
  const where = { subscriptionId: { $in: subscriptions.map(({ id }) => id) } }
  const periods = await em().find(SubscriptionPeriod, where, { orderBy: { createdAt: 'asc' } })
  return periods.map(({ price }) => price)
}

async function usesOf(): Promise<string[]> {
  const uses = await em().find(OfferUse, { userId: fan.id }, { orderBy: { createdAt: 'asc' } })
  return uses.map(({ status }) => status)
}
