import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { tip } from '../money/charges/tip.ts'
import { brokenRules } from '../money/testing/books.ts'
import { Wallet } from '../money/wallet.ts'
import { PaymentCard } from './cards/entity.ts'
import { catchUp } from './catch-up.ts'
import { settleDispute } from './orders/disputes.ts'
import { PaymentEvent, PaymentOrder, PaymentReversal } from './orders/entity.ts'
import { failOrder } from './orders/fail.ts'
import { lockOrder } from './orders/lock-order.ts'
import { settlePayment } from './orders/settle.ts'
import { saveCard, topUp } from './testing/pay.ts'

let server: TestServer
let creator: Person

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
  })
  creator = await makePerson(server, 'creator_of_tips', true)
})
afterEach(async () => {
  sandbox().deliverAs('usual')
  expect(await brokenRules(server)).toEqual([])
})
afterAll(() => server.stop())

function sandbox() {
  const { sandbox: found } = server.app.payments
  if (!found) throw new Error('the test needs the sandbox')
  return found
}

function spend(fan: Person, tokens: number) {
  return transact(server.app, fan.actor, (tx) =>
    tip(tx, { _id: randomUUID(), performerId: creator.id, tokens, message: '' }),
  )
}

async function walletOf({ id }: Person) {
  const { balance, debt } = await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: id })
  return { balance, debt }
}

function orderOf({ id }: Pick<PaymentOrder, 'id'>): Promise<PaymentOrder> {
  return server.app.orm.em.fork().findOneOrFail(PaymentOrder, { id })
}

/** Waits until the jobs have followed every event that the sandbox has. */
async function quiet(): Promise<void> {
  await sandbox().deliver()
  const left = async () => {
    const [row] = await server.app.orm.em.execute<{ left: number }[]>(
      `select count(*)::int as left from pgboss.job where name like 'payments.follow-event%' and state < 'completed'`,
    )
    return row?.left
  }
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
}

function stateOf({ status, refunded }: PaymentOrder) {
  return { status, refunded }
}

test('a dispute freezes what is unspent; the rest is owed, blocks buying, and the next top-up settles it first', async () => {
  const fan = await makePerson(server, 'disputes')
  const card = await saveCard(server, fan)
  const { body } = await call(server, 'POST /payment/wallet/top-up', {
    token: fan.token,
    body: { _id: randomUUID(), tokens: 200, amount: 1000, cardId: card },
  })
  const order = await orderOf({ id: String(body['_id']) })
  await spend(fan, 120)
  const id = await sandbox().openDispute({ paymentId: String(order.paymentId) })
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 0, debt: 120 })
  expect((await orderOf(order)).status).toBe('disputed')
  expect(await server.app.orm.em.fork().findOneOrFail(PaymentCard, { id: card })).toMatchObject({ status: 'blocked' })
  await expect(spend(fan, 10)).rejects.toThrow('A payment of yours was taken back.')
  await topUp(server, fan, 150)
  expect(await walletOf(fan)).toEqual({ balance: 30, debt: 0 })
  await sandbox().moveDispute(id, 'won')
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 230, debt: 0 })
  expect((await orderOf(order)).status).toBe('paid')
})

test('a dispute that is lost stays owed; one that only asks takes nothing', async () => {
  const fan = await makePerson(server, 'loses')
  const order = await topUp(server, fan, 100)
  const paymentId = String(order.paymentId)
  const id = await sandbox().openDispute({ paymentId, status: 'warning_needs_response' })
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 100, debt: 0 })
  await spend(fan, 100)
  await sandbox().moveDispute(id, 'needs_response')
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 0, debt: 100 })
  await sandbox().moveDispute(id, 'lost')
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 0, debt: 100 })
  expect((await orderOf(order)).status).toBe('lost')
})

test('a refund takes its part of the tokens back, and a second one the rest', async () => {
  const fan = await makePerson(server, 'refunded')
  const order = await topUp(server, fan, 101)
  const refund = (amount: number) =>
    server.app.payments.gateway?.refund({ paymentId: String(order.paymentId), amount, key: randomUUID() })
  await refund(252)
  await quiet()
  // Told once more, it changes nothing.
  await settlePayment(server.app, String(order.paymentId))
  expect(await walletOf(fan)).toEqual({ balance: 51, debt: 0 })
  expect(stateOf(await orderOf(order))).toEqual({ status: 'paid', refunded: 252 })
  await refund(253)
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 0, debt: 0 })
  expect(stateOf(await orderOf(order))).toEqual({ status: 'refunded', refunded: 505 })
})

test('a dispute of the whole payment takes what a refund has left', async () => {
  const fan = await makePerson(server, 'refunded_first')
  const order = await topUp(server, fan, 100)
  const paymentId = String(order.paymentId)
  await server.app.payments.gateway?.refund({ paymentId, amount: 200, key: randomUUID() })
  await quiet()
  const id = await sandbox().openDispute({ paymentId })
  const whole = `update sandbox_gateway.object set data = jsonb_set(data, '{amount}', '500') where id = ?`
  await server.app.orm.em.fork().execute(whole, [id])
  await quiet()
  await settleDispute(server.app, id)
  expect(await walletOf(fan)).toEqual({ balance: 0, debt: 0 })
  const reversals = await server.app.orm.em.fork().find(PaymentReversal, { orderId: order.id })
  expect(reversals.flatMap(({ taken }) => taken)).toEqual([
    { tokens: 40, bonus: 0 },
    { tokens: 60, bonus: 0 },
  ])
})

test('an order that is paid expires no more', async () => {
  const fan = await makePerson(server, 'paid_in_time')
  const { id } = await topUp(server, fan, 100)
  await transact(server.app, null, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order) await failOrder(tx, order, 'expired')
  })
  expect(await orderOf({ id })).toMatchObject({ status: 'paid', failure: null })
})

test('a disputed payment is never refunded on top', async () => {
  const fan = await makePerson(server, 'disputed_first')
  const order = await topUp(server, fan, 100)
  await sandbox().openDispute({ paymentId: String(order.paymentId) })
  await quiet()
  const refund = { paymentId: String(order.paymentId), amount: 500, key: randomUUID() }
  await expect(server.app.payments.gateway?.refund(refund)).rejects.toThrow('cannot be given back')
})

test.each(['twice', 'reordered'] as const)('events that come %s change nothing', async (delivery) => {
  const fan = await makePerson(server, `events_${delivery}`)
  sandbox().deliverAs('late')
  const order = await topUp(server, fan, 100)
  const paymentId = String(order.paymentId)
  await server.app.payments.gateway?.refund({ paymentId, amount: 100, key: randomUUID() })
  const id = await sandbox().openDispute({ paymentId, amount: 400 })
  await sandbox().moveDispute(id, 'won')
  sandbox().deliverAs(delivery)
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 80, debt: 0 })
  expect(stateOf(await orderOf(order))).toEqual({ status: 'paid', refunded: 100 })
})

test('events that were dropped are fetched, and forged ones are refused and come again', async () => {
  const fan = await makePerson(server, 'lost_events')
  const order = await topUp(server, fan, 100)
  await quiet()
  sandbox().deliverAs('dropped')
  await sandbox().openDispute({ paymentId: String(order.paymentId) })
  await sandbox().deliver()
  expect(await walletOf(fan)).toEqual({ balance: 100, debt: 0 })
  await catchUp.run(server.app, new AbortController().signal)
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 0, debt: 0 })
  const other = await topUp(server, fan, 100)
  await quiet()
  const before = await server.app.orm.em.fork().count(PaymentEvent)
  sandbox().deliverAs('forged')
  await sandbox().openDispute({ paymentId: String(other.paymentId) })
  await sandbox().deliver()
  expect(await server.app.orm.em.fork().count(PaymentEvent)).toBe(before)
  sandbox().deliverAs('usual')
  await expect.poll(() => walletOf(fan), { timeout: 20_000 }).toEqual({ balance: 0, debt: 0 })
})

test.each([
  { hours: 23, isFollowed: true },
  { hours: 25, isFollowed: false },
])('an event lost $hours hours before the last that came is followed: $isFollowed', async ({ hours, isFollowed }) => {
  const [fan, other] = [await makePerson(server, `lost_${hours}`), await makePerson(server, `came_${hours}`)]
  const order = await topUp(server, fan, 100)
  await quiet()
  sandbox().deliverAs('dropped')
  await sandbox().openDispute({ paymentId: String(order.paymentId) })
  await sandbox().deliver()
  sandbox().deliverAs('usual')
  await topUp(server, other, 100)
  await quiet()
  const em = server.app.orm.em.fork()
  const last = await em.execute<{ id: string; was: string }[]>(
    `select id, received_at::text as was from payment_event order by received_at desc limit 1`,
  )
  // The other event came that much later.
  const move = 'update payment_event set received_at = ?::timestamptz where id = ?'
  await em.execute(move, [new Date(Date.now() + hours * 3_600_000).toISOString(), last[0]?.id])
  const { clock } = server.app
  server.app.clock = () => new Date(Date.now() + hours * 3_600_000)
  try {
    await catchUp.run(server.app, new AbortController().signal)
    await quiet()
  } finally {
    server.app.clock = clock
    await em.execute(move, [last[0]?.was, last[0]?.id])
  }
  expect((await walletOf(fan)).balance).toBe(isFollowed ? 0 : 100)
})

test('a dispute whose payment is unknown yet brings the payment first', async () => {
  const fan = await makePerson(server, 'all_at_once')
  sandbox().deliverAs('late')
  const order = await topUp(server, fan, 100)
  await spend(fan, 40)
  await sandbox().openDispute({ paymentId: String(order.paymentId), amount: 250 })
  sandbox().deliverAs('reordered')
  await quiet()
  expect(await walletOf(fan)).toEqual({ balance: 10, debt: 0 })
})
