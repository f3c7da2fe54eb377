import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { settleDispute } from '../../payments/orders/disputes.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { topUp } from '../../payments/testing/pay.ts'
import { Charge } from '../charges/entity.ts'
import { refundCharge } from '../charges/refund.ts'
import { tip } from '../charges/tip.ts'
import { expireGifts } from '../gifts/expire-gifts.ts'
import { TokenGift } from '../ledger/token-gift.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { Wallet } from '../wallet.ts'
import { captureHold, extendHold, hold, releaseHold } from './commands.ts'
import { releaseDue } from './release-due.ts'

const HOUR_MS = 3_600_000

let server: TestServer
let creator: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  creator = await makePerson(server, 'creator_of_holds', true)
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const inAnHour = () => new Date(Date.now() + HOUR_MS)
const run = <Result>(work: (tx: Tx) => Promise<Result>) => transact(server.app, null, work)

async function fanWith(tokens: { paid?: number; granted?: number }): Promise<Person> {
  const fan = await makePerson(server, `holding_${(count += 1)}`)
  await fillWallet(server, fan.id, tokens)
  return fan
}

async function keep(fan: Person, tokens: number, id: string = randomUUID()): Promise<string> {
  await run((tx) => hold(tx, { id, fanId: fan.id, performerId: creator.id, tokens, expiresAt: inAnHour() }))
  return id
}

function capture(id: string, tokens: number): Promise<Charge> {
  const sale = { type: 'stream', targetId: randomUUID(), performerId: creator.id } as const
  return run((tx) => captureHold(tx, { id, tokens, ...sale, seconds: 60 }))
}

async function walletOf(fan: Person) {
  const { balance, granted, held, debt } = await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: fan.id })
  return { balance, granted, held, debt }
}

function give(fan: Person, tokens: number, id: string = randomUUID()): Promise<unknown> {
  const wanted = { _id: id, performerId: creator.id, tokens, message: '' }
  return transact(server.app, fan.actor, (tx) => tip(tx, wanted))
}

test('held tokens cannot be spent, given ones are held first, and the wallet shows them', async () => {
  const fan = await fanWith({ paid: 100, granted: 30 })
  await keep(fan, 50)
  expect(await walletOf(fan)).toEqual({ balance: 80, granted: 0, held: 50, debt: 0 })
  await expect(give(fan, 81)).rejects.toThrow('Not enough tokens. You need 1 more.')
  await give(fan, 80)
  expect(await walletOf(fan)).toMatchObject({ balance: 0, held: 50 })
})

test('a hold beyond the wallet, or of a wallet in debt, keeps nothing', async () => {
  const fan = await fanWith({ paid: 49 })
  await expect(keep(fan, 50)).rejects.toMatchObject({ kind: 'payment-required' })
  await keep(fan, 49)
  await expect(keep(fan, 1)).rejects.toMatchObject({ kind: 'payment-required' })
})

test('the same hold again is one, and its id stands for nothing else', async () => {
  const fan = await fanWith({ paid: 100 })
  const id = await keep(fan, 40)
  await keep(fan, 40, id)
  expect(await walletOf(fan)).toMatchObject({ balance: 60, held: 40 })
  await expect(keep(fan, 41, id)).rejects.toMatchObject({ kind: 'conflict' })
  const other = await fanWith({ paid: 100 })
  await expect(keep(other, 40, id)).rejects.toMatchObject({ kind: 'conflict' })
})

test('the id of a charge keeps no tokens, and the id of a hold pays for nothing else', async () => {
  const [fan, other] = [await fanWith({ paid: 100 }), await fanWith({ paid: 100 })]
  const spent = randomUUID()
  await give(other, 20, spent)
  await expect(keep(fan, 40, spent)).rejects.toMatchObject({ kind: 'conflict' })
  const id = await keep(fan, 40)
  for (const payer of [fan, other]) await expect(give(payer, 20, id)).rejects.toMatchObject({ kind: 'conflict' })
  await capture(id, 10)
  expect(await walletOf(fan)).toMatchObject({ balance: 90, held: 0 })
})

test('the first one stands where a hold and a charge of another fan take one id at once', async () => {
  const [fan, other] = [await fanWith({ paid: 100 }), await fanWith({ paid: 100 })]
  const [held, spent] = [randomUUID(), randomUUID()]
  let late: Promise<unknown> | undefined
  await run(async (tx) => {
    await hold(tx, { id: held, fanId: fan.id, performerId: creator.id, tokens: 40, expiresAt: inAnHour() })
    late = give(other, 20, held).catch((error: unknown) => error)
    await waitsForLock(server)
  })
  expect(await late).toMatchObject({ kind: 'conflict' })
  await transact(server.app, other.actor, async (tx) => {
    await tip(tx, { _id: spent, performerId: creator.id, tokens: 20, message: '' })
    late = keep(fan, 40, spent).catch((error: unknown) => error)
    await waitsForLock(server)
  })
  expect(await late).toMatchObject({ kind: 'conflict' })
  await capture(held, 40)
})

test('a hold grows to the tokens that it should keep, however often that is said', async () => {
  const fan = await fanWith({ paid: 100 })
  const id = await keep(fan, 40)
  const grow = (tokens: number) => run((tx) => extendHold(tx, { id, tokens, expiresAt: inAnHour() }))
  await grow(60)
  await grow(60)
  await grow(10)
  expect(await walletOf(fan)).toMatchObject({ balance: 40, held: 60 })
  await expect(grow(101)).rejects.toMatchObject({ kind: 'payment-required' })
  await run((tx) => releaseHold(tx, id))
  await expect(grow(70)).rejects.toMatchObject({ kind: 'conflict' })
  expect(await walletOf(fan)).toMatchObject({ balance: 100, held: 0 })
})

test('a hold that grows on several connections at once keeps as much as the largest asks for', async () => {
  const fan = await fanWith({ paid: 60, granted: 5 })
  const id = await keep(fan, 40)
  const grow = (tx: Tx, tokens: number) => extendHold(tx, { id, tokens, expiresAt: inAnHour() })
  let growing: Promise<unknown> | undefined
  await run(async (tx) => {
    await grow(tx, 44)
    growing = Promise.all([41, 48, 43].map((tokens) => run((other) => grow(other, tokens))))
    await waitsForLock(server, 3)
  })
  await growing
  expect(await walletOf(fan)).toMatchObject({ balance: 17, held: 48 })
  expect(await brokenRules(server)).toEqual([])
})

test('the due part is one charge, given tokens first, and the rest comes back at once', async () => {
  const fan = await fanWith({ paid: 100, granted: 30 })
  const id = await keep(fan, 90)
  const charge = await capture(id, 41)
  expect(charge).toMatchObject({ id, type: 'stream', tokens: 41, granted: 30, seconds: 60 })
  expect(await walletOf(fan)).toEqual({ balance: 89, granted: 0, held: 0, debt: 0 })
  expect(await server.app.orm.em.fork().count(Charge, { fanId: fan.id })).toBe(1)
  await expect(capture(id, 41)).rejects.toMatchObject({ kind: 'conflict' })
})

test('more than is held is never charged, and a released hold charges nothing', async () => {
  const fan = await fanWith({ paid: 100 })
  const id = await keep(fan, 40)
  await expect(capture(id, 41)).rejects.toMatchObject({ kind: 'conflict' })
  await run((tx) => releaseHold(tx, id))
  await run((tx) => releaseHold(tx, id))
  await expect(capture(id, 40)).rejects.toMatchObject({ kind: 'conflict' })
  expect(await walletOf(fan)).toMatchObject({ balance: 100, held: 0 })
})

test('the same capture told at once from several connections is one charge', async () => {
  const fan = await fanWith({ paid: 100 })
  const id = await keep(fan, 40)
  const sale = { id, tokens: 30, type: 'stream', targetId: randomUUID(), performerId: creator.id } as const
  const charges = await Promise.all(Array.from({ length: 8 }, () => run((tx) => captureHold(tx, sale))))
  expect(new Set(charges.map((charge) => charge.transferId)).size).toBe(1)
  expect(await walletOf(fan)).toMatchObject({ balance: 70, held: 0 })
})

test('holds and purchases at once share a wallet: nothing is spent twice, and the rest is refused in words', async () => {
  const fan = await fanWith({ paid: 90, granted: 10 })
  const attempts = Array.from({ length: 16 }, (_, place) =>
    (place % 2 === 0 ? keep(fan, 10) : give(fan, 10)).then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.kind : String(error)),
    ),
  )
  const ends = await Promise.all(attempts)
  expect(ends.filter((end) => end === 'done')).toHaveLength(10)
  expect(ends.filter((end) => end === 'payment-required')).toHaveLength(6)
  expect((await walletOf(fan)).balance).toBe(0)
})

test('a purchase waits for a hold under way, and finds its tokens held', async () => {
  const fan = await fanWith({ paid: 100 })
  let buying: Promise<unknown> | undefined
  await run(async (tx) => {
    await hold(tx, { id: randomUUID(), fanId: fan.id, performerId: creator.id, tokens: 60, expiresAt: inAnHour() })
    buying = give(fan, 50).catch((error: unknown) => error)
    await waitsForLock(server)
  })
  expect(await buying).toMatchObject({ kind: 'payment-required', message: 'Not enough tokens. You need 10 more.' })
})

test('a show that is given back returns its tokens, bought ones first', async () => {
  const fan = await fanWith({ paid: 100, granted: 30 })
  const { id } = await capture(await keep(fan, 90), 50)
  await run((tx) => refundCharge(tx, { chargeId: id, tokens: 25, reason: 'Test', key: randomUUID() }))
  expect(await walletOf(fan)).toMatchObject({ balance: 105, granted: 5 })
  await run((tx) => refundCharge(tx, { chargeId: id, reason: 'Test', key: randomUUID() }))
  expect(await walletOf(fan)).toEqual({ balance: 130, granted: 30, held: 0, debt: 0 })
})

test('gifts that end while their tokens are held are not taken; released tokens begin their days again', async () => {
  const fan = await fanWith({ granted: 30 })
  const id = await keep(fan, 20)
  const long = { expiresAt: new Date(Date.now() - 1), noticedAt: new Date(Date.now() - 30 * 24 * HOUR_MS) }
  await run((tx) => tx.em.nativeUpdate(TokenGift, { userId: fan.id }, long))
  await expireGifts(server.app)
  expect(await walletOf(fan)).toEqual({ balance: 0, granted: 0, held: 20, debt: 0 })
  await run((tx) => releaseHold(tx, id))
  await expireGifts(server.app)
  expect(await walletOf(fan)).toEqual({ balance: 20, granted: 20, held: 0, debt: 0 })
})

test('a hold whose time is over is released by the job, not before', async () => {
  const fan = await fanWith({ paid: 50 })
  const [due, later] = [randomUUID(), randomUUID()]
  await run((tx) => hold(tx, { id: due, fanId: fan.id, performerId: creator.id, tokens: 10, expiresAt: tx.now }))
  await run((tx) => hold(tx, { id: later, fanId: fan.id, performerId: creator.id, tokens: 20, expiresAt: inAnHour() }))
  await releaseDue(server.app)
  expect(await walletOf(fan)).toMatchObject({ balance: 30, held: 20 })
})

async function dispute(order: Pick<PaymentOrder, 'id'>): Promise<string> {
  const { sandbox } = server.app.payments
  const { paymentId } = await server.app.orm.em.fork().findOneOrFail(PaymentOrder, { id: order.id })
  const id = (await sandbox?.openDispute({ paymentId: String(paymentId) })) ?? ''
  await settleDispute(server.app, id)
  return id
}

test('a dispute leaves held tokens for their show, holds what it earns, and takes the rest when they come back', async () => {
  const fan = await makePerson(server, 'disputes_a_hold')
  const earlier = await fillWallet(server, fan.id, { paid: 20 })
  const before = randomUUID()
  const wanted = { _id: before, performerId: creator.id, tokens: earlier, message: '' }
  await transact(server.app, fan.actor, (tx) => tip(tx, wanted))
  const order = await topUp(server, fan, 100)
  const id = await keep(fan, 60)
  const disputeId = await dispute(order)
  expect(await walletOf(fan)).toEqual({ balance: 0, granted: 0, held: 60, debt: 60 })
  await expect(run((tx) => extendHold(tx, { id, tokens: 61, expiresAt: inAnHour() }))).rejects.toMatchObject({
    kind: 'forbidden',
  })
  const charge = await capture(id, 25)
  // The 35 tokens that the show did not need pay what is owed.
  expect(await walletOf(fan)).toEqual({ balance: 0, granted: 0, held: 0, debt: 25 })
  const em = server.app.orm.em.fork()
  expect((await em.findOneOrFail(Charge, { id: charge.id })).disputeId).toBe(disputeId)
  // The tokens of the earlier tip were not disputed.
  expect((await em.findOneOrFail(Charge, { id: before })).disputeId ?? null).toBeNull()
  await server.app.payments.sandbox?.moveDispute(disputeId, 'won')
  await settleDispute(server.app, disputeId)
  expect(await walletOf(fan)).toEqual({ balance: 75, granted: 0, held: 0, debt: 0 })
  expect((await server.app.orm.em.fork().findOneOrFail(Charge, { id: charge.id })).disputeId ?? null).toBeNull()
})
