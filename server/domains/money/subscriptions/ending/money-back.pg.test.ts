import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { Charge } from '../../money/charges/entity.ts'
import { refundCharge } from '../../money/charges/refund.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { Wallet } from '../../money/wallet.ts'
import { admin } from '../../payments/admin.ts'
import { PaymentCard } from '../../payments/cards/entity.ts'
import { settleDispute } from '../../payments/orders/disputes.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { saveCard } from '../../payments/testing/pay.ts'
import { Subscription } from '../entity.ts'
import { buyByCard, quiet, sandboxOf, seesPost } from '../testing/by-card.ts'
import { join, offer } from '../testing/subscribe.ts'
import { stopSubscription } from './stop.ts'

let server: TestServer
let creator: Person
let fan: Person
let postId: string
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
  await offer(server, creator, { prices: { monthly: 500 } })
  postId = (await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })).postId
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const read = () => em().findOneOrFail(Subscription, { userId: fan.id })
const wallet = async () => {
  const found = await em().findOne(Wallet, { userId: fan.id })
  return { balance: found?.balance ?? 0, debt: found?.debt ?? 0 }
}

/** Pays terms by one card; answers the payments at the provider, the first one first. */
async function paidByCard(terms = 1): Promise<string[]> {
  const cardId = await saveCard(server, fan)
  for (let term = 0; term < terms; term++) await buyByCard(server, fan, { to: creator, cardId })
  const orders = await em().find(PaymentOrder, { userId: fan.id }, { orderBy: { createdAt: 'asc' } })
  return orders.map(({ paymentId }) => paymentId ?? '')
}

const refund = (paymentId: string, amount: number) =>
  server.app.payments.gateway?.refund({ paymentId, amount, key: randomUUID() })

test('a dispute closes what the subscription opened within 15 seconds, takes the earning and blocks the card', async () => {
  const device = new TestDevice(server, fan)
  const [paymentId = ''] = await paidByCard()
  await device.syncAll()
  expect(device.all('posts')).toMatchObject([{ isLocked: false }])
  const begun = Date.now()
  const id = await sandboxOf(server).openDispute({ paymentId })
  await expect.poll(() => seesPost(server, fan, postId), { timeout: 15_000, interval: 100 }).toBe(false)
  expect(Date.now() - begun).toBeLessThan(15_000)
  await device.syncAll()
  expect(device.all('posts')).toMatchObject([{ isLocked: true }])
  expect(device.all('subscriptions')).toEqual([])
  expect(await read()).toMatchObject({ status: 'revoked', autoRenew: false })
  expect(await em().find(PaymentCard, { userId: fan.id })).toMatchObject([{ status: 'blocked' }])
  expect(await em().find(Charge, { fanId: fan.id })).toMatchObject([{ state: 'reversed', refundedShare: 40_000 }])
  await sandboxOf(server).moveDispute(id, 'won')
  await quiet(server)
  // Told once more, it changes nothing.
  await settleDispute(server.app, id)
  expect(await em().find(Charge, { fanId: fan.id })).toMatchObject([
    { state: 'pending', status: 'done', refundedShare: 0 },
  ])
  expect(await seesPost(server, fan, postId), 'the rest of the term is open again').toBe(true)
  expect((await read()).status, 'and is not renewed').toBe('revoked')
})

test('a part of a price that is paid back changes no access, the whole of it ends the subscription', async () => {
  const [paymentId = ''] = await paidByCard()
  await refund(paymentId, 200)
  await quiet(server)
  await expect.poll(async () => (await em().findOneOrFail(Charge, { fanId: fan.id })).refundedTokens).toBe(200)
  expect(await read()).toMatchObject({ status: 'active' })
  await refund(paymentId, 300)
  await quiet(server)
  expect(await read()).toMatchObject({ status: 'revoked' })
  expect(await seesPost(server, fan, postId)).toBe(false)
  expect(await em().findOneOrFail(Charge, { fanId: fan.id })).toMatchObject({
    status: 'refunded',
    refundedShare: 40_000,
  })
})

test('an operator gives a term back to the card, once, and its subscription ends', async () => {
  await paidByCard()
  const { id } = await em().findOneOrFail(Charge, { fanId: fan.id })
  const printed: string[] = []
  const give = (cents: string) =>
    admin['refund']?.run({
      app: server.app,
      args: [id, cents, 'Asked', 'for'],
      print: (line) => void printed.push(line),
    })
  // The refunds of wallets know no cards.
  const toWallet = transact(server.app, null, (tx) =>
    refundCharge(tx, { chargeId: id, reason: 'x', key: randomUUID() }),
  )
  await expect(toWallet).rejects.toThrow('A card paid this. Give the money back to the card.')
  await expect(give('501')).rejects.toThrow('Only 500 cents of this payment are left to give back.')
  await give('200')
  expect(await read()).toMatchObject({ status: 'active' })
  await give('all')
  expect(printed).toEqual(['200 cents were given back to the card', '300 cents were given back to the card'])
  expect(await read()).toMatchObject({ status: 'revoked' })
  await expect(give('all')).rejects.toThrow('This payment cannot be given back any more.')
  // A refund that is refused decides nothing.
  const noted = (action: string) => em().count(AuditEntry, { subjectId: id, action })
  expect(await noted('charge.refund')).toBe(2)
})

test('the other terms come to the wallet; a dispute of theirs takes the tokens, and the fan owes the spent ones', async () => {
  const [first = '', second = ''] = await paidByCard(2)
  await sandboxOf(server).openDispute({ paymentId: first })
  await quiet(server)
  expect(await wallet()).toEqual({ balance: 100, debt: 0 })
  const other = await makePerson(server, `other_creator_${count}`, true)
  await offer(server, other, { prices: { monthly: 300 } })
  await join(server, fan, { to: other, price: 300 })
  const id = await sandboxOf(server).openDispute({ paymentId: second })
  await quiet(server)
  expect(await wallet()).toEqual({ balance: 0, debt: 60 })
  await sandboxOf(server).moveDispute(id, 'won')
  await quiet(server)
  expect(await wallet()).toEqual({ balance: 40, debt: 0 })
})

test('a refund and the end of a subscription at once do not wait for each other crosswise', async () => {
  const deadlocks = async () => {
    await server.app.orm.em.execute('select pg_stat_force_next_flush()')
    const [row] = await server.app.orm.em.execute<{ deadlocks: string }[]>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(row?.deadlocks)
  }
  const before = await deadlocks()
  for (let round = 0; round < 8; round++) {
    const one = await makePerson(server, `crosswise_${count}_${round}`)
    await fillWallet(server, one.id, { paid: 200 })
    const { id } = await join(server, one, { to: creator })
    const pair = { userId: one.id, performerId: creator.id }
    await Promise.allSettled([
      transact(server.app, null, (tx) => refundCharge(tx, { chargeId: id, reason: 'Asked for', key: `all:${id}` })),
      transact(server.app, null, (tx) => stopSubscription(tx, { ...pair, reason: 'blocked' })),
    ])
    expect(await em().findOneOrFail(Subscription, { userId: one.id })).toMatchObject({ status: 'revoked' })
  }
  expect((await deadlocks()) - before).toBe(0)
})
