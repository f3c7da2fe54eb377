import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call, mailsTo } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { Wallet } from '../money/wallet.ts'
import { PaymentCard, PaymentCustomer } from './cards/entity.ts'
import { followEvent } from './follow-event.ts'
import { refundedOf } from './gateway.ts'
import { settleDispute } from './orders/disputes.ts'
import { PaymentOrder } from './orders/entity.ts'
import { settlePayment } from './orders/settle.ts'
import { requireGateway } from './require-gateway.ts'
import { SurplusPayment } from './surplus/entity.ts'
import { refundSurplusJob } from './surplus/refund-surplus.ts'
import { saveCard, topUp } from './testing/pay.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

test('a second payment of one order goes back to its card, once, and its payer is told', async () => {
  const { fan, order, paymentId } = await paidTwice('pays_twice')
  // The event, told twice and by two workers at once.
  await Promise.all([1, 2, 3].map(() => followEvent(server.app, succeeded(paymentId))))
  await settlePayment(server.app, paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'open', refunded: 0 })
  expect(await brokenRules(server)).toEqual([])
  await Promise.all([refund(paymentId), refund(paymentId)])
  await refund(paymentId)
  await settlePayment(server.app, paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'refunded', refunded: 500 })
  expect(await paymentOf(order)).toMatchObject({ status: 'paid', refunded: 0 })
  const told = (await mailsTo(server, emailOf(fan))).filter(({ text }) =>
    text.includes('paid twice for this: 100 tokens'),
  )
  expect(told.map(({ text }) => text.includes('$5.00'))).toEqual([true])
})

test('a server that is killed after the refund notes it, and gives nothing back again', async () => {
  const { fan, paymentId } = await paidTwice('is_killed')
  await settlePayment(server.app, paymentId)
  expect(await refundSurplusJob.unfinished?.(server.app)).toEqual([{ paymentId }])
  await requireGateway(server.app).refund({ paymentId, amount: 500, key: `surplus:${paymentId}:0` })
  await refund(paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'refunded', refunded: 500 })
  expect(await refundSurplusJob.unfinished?.(server.app)).toEqual([])
})

test('a part that an operator gave back before is not given back again', async () => {
  const { fan, paymentId } = await paidTwice('in_parts')
  await requireGateway(server.app).refund({ paymentId, amount: 200, key: 'by hand' })
  await settlePayment(server.app, paymentId)
  await refund(paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'refunded', refunded: 500 })
})

test('a refund of the second payment that fails waits for the operator, and one that arrives closes it', async () => {
  const { fan, paymentId } = await paidTwice('is_sent_back')
  await settlePayment(server.app, paymentId)
  await refund(paymentId)
  const payment = await requireGateway(server.app).readPayment(paymentId)
  await sandbox().failRefund(payment?.refunds[0]?.id ?? '')
  await Promise.all([settlePayment(server.app, paymentId), settlePayment(server.app, paymentId)])
  await refund(paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'failed', refunded: 0 })
  expect(await refundSurplusJob.unfinished?.(server.app)).not.toContainEqual({ paymentId })
  expect(await brokenRules(server)).toEqual([])
  const told = (await mailsTo(server, emailOf(fan))).filter(({ text }) => text.includes('The money is still yours.'))
  expect(told).toHaveLength(1)
  await requireGateway(server.app).refund({ paymentId, amount: 500, key: 'by hand again' })
  await settlePayment(server.app, paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'refunded', refunded: 500 })
  expect(await brokenRules(server)).toEqual([])
})

test('a dispute of the second payment takes nothing that was bought, and is not given back on top', async () => {
  const { fan, order, paymentId, cardId } = await paidTwice('asks_the_bank')
  const id = await sandbox().openDispute({ paymentId })
  await settleDispute(server.app, id)
  await settleDispute(server.app, id)
  await refund(paymentId)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'disputed', refunded: 0 })
  expect((await paymentOf(order)).status).toBe('paid')
  expect((await server.app.orm.em.fork().findOneOrFail(PaymentCard, { id: cardId })).status).toBe('active')
  expect(await brokenRules(server)).toEqual([])
  await sandbox().moveDispute(id, 'won')
  await settleDispute(server.app, id)
  expect(await standing(fan, paymentId)).toEqual({ balance: 100, status: 'open', refunded: 0 })
})

test.for([
  { payment: 'of another amount', amount: 100, currency: 'usd', isLive: false },
  { payment: 'in another currency', amount: 500, currency: 'eur', isLive: false },
  { payment: 'of the test mode, on a live site,', amount: 500, currency: 'usd', isLive: true },
])('a payment $payment pays no order', async ({ payment, amount, currency, isLive }) => {
  const fan = await makePerson(server, `not_asked_${payment.replaceAll(/\W/g, '_').slice(0, 14)}`)
  const cardId = await saveCard(server, fan)
  const body = { _id: randomUUID(), tokens: 100, amount: 500 }
  await call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })
  const paymentId = await chargeFor(body._id, { fan, cardId, amount, currency })
  const gateway = requireGateway(server.app)
  const { isLive: was } = gateway
  try {
    gateway.isLive = isLive
    await expect(settlePayment(server.app, paymentId)).rejects.toThrow('is not what the order')
  } finally {
    gateway.isLive = was
  }
  expect(await server.app.orm.em.fork().findOneOrFail(PaymentOrder, { id: body._id })).toMatchObject({ status: 'open' })
  expect(await server.app.orm.em.fork().findOne(Wallet, { userId: fan.id })).toBeNull()
})

/** A fan who has paid a top-up of 100 tokens on the pay page, and once more with a saved card. */
async function paidTwice(username: string) {
  const fan = await makePerson(server, username)
  await server.app.orm.em.fork().nativeUpdate(User, { id: fan.id }, { email: emailOf(fan) })
  const cardId = await saveCard(server, fan)
  const order = await topUp(server, fan, 100)
  const paymentId = await chargeFor(order.id, { fan, cardId, amount: 500, currency: 'usd' })
  return { fan, order, cardId, paymentId }
}

type Charging = { fan: Person; cardId: string; amount: number; currency: string }

/** Charges a saved card for an order past the app; answers the payment. */
async function chargeFor(orderId: string, { fan, cardId, amount, currency }: Charging): Promise<string> {
  const em = server.app.orm.em.fork()
  const { methodId } = await em.findOneOrFail(PaymentCard, { id: cardId })
  const { customerId } = await em.findOneOrFail(PaymentCustomer, { userId: fan.id })
  const payment = { orderId, customerId, methodId: methodId ?? '', amount, currency }
  const charged = await requireGateway(server.app).chargeSavedCard(payment)
  if (charged.status !== 'paid') throw new Error('the payment was not taken')
  return charged.paymentId
}

function emailOf({ id }: Person): string {
  return `${id}@vesper.test`
}

function succeeded(objectId: string) {
  return { id: `evt_${objectId}`, type: 'payment_intent.succeeded', objectId }
}

function refund(paymentId: string): Promise<void> {
  return refundSurplusJob.run(server.app, { paymentId }, new AbortController().signal)
}

function sandbox() {
  const { sandbox: found } = server.app.payments
  if (!found) throw new Error('the test needs the sandbox')
  return found
}

function paymentOf({ id }: PaymentOrder): Promise<PaymentOrder> {
  return server.app.orm.em.fork().findOneOrFail(PaymentOrder, { id })
}

async function standing({ id: userId }: Person, paymentId: string) {
  const em = server.app.orm.em.fork()
  const { balance } = await em.findOneOrFail(Wallet, { userId })
  const { status } = await em.findOneOrFail(SurplusPayment, { id: paymentId })
  const payment = await requireGateway(server.app).readPayment(paymentId)
  return { balance, status, refunded: payment && refundedOf(payment) }
}
