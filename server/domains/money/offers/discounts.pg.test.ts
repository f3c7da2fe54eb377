import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Charge } from '../money/charges/entity.ts'
import { refundCharge } from '../money/charges/refund.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { Wallet } from '../money/wallet.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { saveCard } from '../payments/testing/pay.ts'
import { Subscription } from '../subscriptions/entity.ts'
import type { Subscribing } from '../subscriptions/purchase/begin.ts'
import { renewDue } from '../subscriptions/renewal/renew.ts'
import { buyByCard, quiet } from '../subscriptions/testing/by-card.ts'
import { purchaseOf } from '../subscriptions/testing/subscribe.ts'
import { newPair, startTermServer } from '../subscriptions/testing/term-server.ts'
import { OfferUse } from './entity.ts'
import { releaseUse } from './take-discount.ts'
import { lookAt, offerDiscount, offerTrial, startTrial } from './testing/make.ts'

const DAY_MS = 86_400_000
const ENDED = [404, 'This offer has ended.']

let server: TestServer
let creator: Person
let fan: Person
let now = new Date()
let count = 0

beforeAll(async () => {
  server = await startTermServer({ clock: () => now, jobs: 'on' })
})
beforeEach(async () => {
  count += 1
  ;({ creator, fan } = await newPair(server, { yearly: 5000 }))
  await fillWallet(server, fan.id, { paid: 500 })
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const said = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['message']]
const buy = ({ token }: Person, edit: Partial<Subscribing>) =>
  call(server, 'POST /payment/subscribe/performers', { token, body: purchaseOf(creator.id, edit) })
const figuresOf = async () => {
  const { body } = await call(server, 'GET /performer/offers', { token: creator.token })
  return (body['data'] as Record<string, unknown>[]) ?? []
}
/** The creator's part of money in the ledger, in 1/10,000 of the currency. */
async function earned(): Promise<number> {
  const [row] = await em().execute<{ sum: string }[]>(
    `select coalesce(sum(e.amount), 0)::text as sum from money_entry e join money_account a on a.id = e.account_id
     where a.owner_id = ? and a.kind in ('earn_pending', 'earn_available')`,
    [creator.id],
  )
  return Number(row?.sum)
}

test('a discount lowers the first term; the next one costs the normal price', async () => {
  const { code } = await offerDiscount(server, creator, { percent: 40 })
  expect((await lookAt(server, code)).body).toMatchObject({ prices: [{ type: 'monthly', before: 500, after: 300 }] })
  const wanted = { price: 300, offerCode: code.toLowerCase() }
  const answer = await buy(fan, wanted)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ subscription: { price: 500, nextPrice: 500, status: 'active' } })
  expect(await em().find(Charge, { fanId: fan.id })).toMatchObject([{ tokens: 60 }])
  expect(await figuresOf()).toMatchObject([{ uses: 1, started: 1, subscribedAfter: 0, earned: await earned() }])
  const was = now
  try {
    now = new Date(was.getTime() + 32 * DAY_MS)
    await renewDue(server.app)
  } finally {
    now = was
  }
  const paid = await em().find(Charge, { fanId: fan.id }, { orderBy: { createdAt: 'asc' } })
  expect(paid).toMatchObject([{ tokens: 60 }, { tokens: 100 }])
  expect(await figuresOf()).toMatchObject([{ uses: 1, started: 1, subscribedAfter: 1, earned: await earned() }])
})

test('the price that was shown holds, and the term has to be one of the offer', async () => {
  const { code } = await offerDiscount(server, creator, { percent: 40 })
  expect(said(await buy(fan, { price: 250, offerCode: code }))).toEqual([
    409,
    'The price has changed. Nothing was charged.',
  ])
  expect(said(await buy(fan, { type: 'yearly', price: 3000, offerCode: code }))).toEqual(ENDED)
  expect((await buy(fan, { price: 300, offerCode: code, couponCode: 'X' })).status).toBe(400)
  expect(await em().count(OfferUse, { performerId: creator.id })).toBe(0)
  const other = await makePerson(server, `sale_rival_${count}`, true)
  const foreign = await offerDiscount(server, other, { percent: 90 })
  expect(said(await buy(fan, { price: 50, offerCode: foreign.code }))).toEqual(ENDED)
  await buy(fan, {})
  expect(said(await buy(fan, { price: 300, offerCode: code })), 'no first term').toEqual(ENDED)
})

test('16 fans at once for the last use pay the lower price once', async () => {
  const { code } = await offerDiscount(server, creator, { percent: 40, usesMax: 1 })
  const fans = await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      const one = await makePerson(server, `sale_rush_${count}_${n}`)
      await fillWallet(server, one.id, { paid: 100 })
      return one
    }),
  )
  const answers = await Promise.all(fans.map((one) => buy(one, { price: 300, offerCode: code })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(15)
  expect(await em().count(Charge, { performerId: creator.id })).toBe(1)
})

test('a card pays the lower price; the same request again is the same order', async () => {
  const { code } = await offerDiscount(server, creator, { percent: 40 })
  const cardId = await saveCard(server, fan)
  const _id = randomUUID()
  const asked = { to: creator, _id, cardId, price: 300, offerCode: code }
  expect((await buyByCard(server, fan, asked)).status).toBe(201)
  expect((await buyByCard(server, fan, asked)).status).toBe(200)
  expect((await buyByCard(server, fan, { ...asked, offerCode: 'OTHER' })).status).toBe(409)
  expect(await em().findOneOrFail(PaymentOrder, { id: _id })).toMatchObject({ amount: 300, status: 'paid' })
  expect(await em().findOneOrFail(Subscription, { userId: fan.id })).toMatchObject({ price: 500, source: 'card' })
  const charge = await em().findOneOrFail(Charge, { fanId: fan.id })
  expect(await em().findOneOrFail(OfferUse, { id: _id })).toMatchObject({ status: 'confirmed', chargeId: charge.id })
  expect(await figuresOf()).toMatchObject([{ started: 1, earned: await earned() }])
})

test('a card that is refused gives the use back', async () => {
  const { code } = await offerDiscount(server, creator, { percent: 40, usesMax: 1 })
  const cardId = await saveCard(server, fan, 'declines')
  const refused = await buyByCard(server, fan, { to: creator, cardId, price: 300, offerCode: code })
  expect(refused.status).toBe(402)
  await quiet(server)
  expect(await em().find(OfferUse, { userId: fan.id })).toMatchObject([{ status: 'released' }])
  expect((await buy(fan, { price: 300, offerCode: code })).status).toBe(201)
})

test('a refund of the first term gives back the tokens that were paid', async () => {
  const { code } = await offerDiscount(server, creator, { percent: 40 })
  const before = (await em().findOneOrFail(Wallet, { userId: fan.id })).balance
  const _id = randomUUID()
  await buy(fan, { _id, price: 300, offerCode: code })
  await transact(server.app, null, (tx) => refundCharge(tx, { chargeId: _id, reason: 'Asked for', key: _id }))
  expect((await em().findOneOrFail(Wallet, { userId: fan.id })).balance).toBe(before)
  expect(await em().findOneOrFail(Subscription, { userId: fan.id })).toMatchObject({ status: 'revoked' })
  expect(await figuresOf()).toMatchObject([{ started: 1, earned: 0 }])
  expect(said(await buy(fan, { price: 300, offerCode: code })), 'used before').toEqual(ENDED)
})

test('a charge counts for one offer, the latest that its fan used', async () => {
  const trial = await offerTrial(server, creator, { days: 7 })
  const sale = await offerDiscount(server, creator, { percent: 40 })
  await startTrial(server, { ...fan, code: trial.code })
  const was = now
  now = new Date(was.getTime() + 1000)
  try {
    expect((await buy(fan, { price: 300, offerCode: sale.code })).status).toBe(201)
  } finally {
    now = was
  }
  const figures = new Map((await figuresOf()).map((one) => [one['_id'], one]))
  expect(figures.get(sale.id)).toMatchObject({ earned: await earned() })
  expect(figures.get(trial.id)).toMatchObject({ earned: 0, subscribedAfter: 0 })
})

test('while the pay page of a first term with a discount is open, there is no second one', async () => {
  const [one, other] = [
    await offerDiscount(server, creator, { percent: 40 }),
    await offerDiscount(server, creator, { percent: 20 }),
  ]
  const _id = randomUUID()
  const asked = { to: creator, _id, price: 300, offerCode: one.code }
  expect((await buyByCard(server, fan, asked)).body['checkout']).toBeTruthy()
  expect(said(await buy(fan, { price: 400, offerCode: other.code }))).toEqual(ENDED)
  expect((await buyByCard(server, fan, asked)).status, 'the same order').toBe(200)
  await transact(server.app, null, async (tx) => {
    await releaseUse(tx, _id)
    await tx.flush()
  })
  expect((await buy(fan, { price: 400, offerCode: other.code })).status).toBe(201)
})

test('the id of a trial is no id of a purchase', async () => {
  const trial = await offerTrial(server, creator, { days: 7 })
  const { code } = await offerDiscount(server, creator, { percent: 40 })
  const _id = randomUUID()
  await startTrial(server, { ...fan, code: trial.code, _id })
  expect(said(await buy(fan, { _id, price: 300, offerCode: code }))).toEqual([409, 'This was used for something else.'])
})
