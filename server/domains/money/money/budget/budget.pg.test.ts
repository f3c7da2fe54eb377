import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { chargeTypes } from '@vesper/sync/vesper/api/charges.ts'
import { RAISE_MS } from '@vesper/sync/vesper/records/budget.ts'
import type { Limits } from '@vesper/sync/vesper/records/budget.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { checkoutOf } from '../../../shop/orders/testing/buy.ts'
import { placeOrder } from '../../payments/orders/place.ts'
import { purchaseOf } from '../../subscriptions/testing/subscribe.ts'
import { Charge } from '../charges/entity.ts'
import { refundCharge } from '../charges/refund.ts'
import { takeCharge } from '../charges/take.ts'
import { tip } from '../charges/tip.ts'
import { captureHold, extendHold, hold, releaseHold } from '../holds/commands.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { POST_PRICES, PRODUCT_PRICE } from '../testing/money-model.ts'
import { makeStage } from '../testing/money-stage.ts'
import type { Stage } from '../testing/money-stage.ts'
import { Wallet } from '../wallet.ts'
import { budgetOf } from './budget-of.ts'
import { setBudget } from './set-budget.ts'

const NOON = new Date('2026-11-28T12:00:00.000Z')
const none: Limits = { day: null, month: null, creator: null }

let server: TestServer
let now: Date = NOON
let stage: Stage

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' },
    clock: () => now,
  })
})
beforeEach(async () => {
  now = NOON
  stage = await makeStage(server, 2, 50)
  await fillWallet(server, fan().id, { paid: 5000 })
})
afterEach(async () => expect(await brokenRules({ app: server.app })).toEqual([]))
afterAll(() => server.stop())

const at = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place]
  if (!item) throw new RangeError(`there is no ${place}`)
  return item
}
const fan = () => at(stage.fans, 0)
const creator = (place = 0) => at(stage.creators, place)

/** A token is worth 5 cents. */
function send(tokens: number, to = 0) {
  const body = { _id: randomUUID(), tokens }
  return call(server, `POST /wallet/charges/tip/${creator(to).person.id}`, { token: fan().token, body })
}

/** The same past REST, whose sessions end while the clock of a test goes on. Answers the id of the charge, or why there is none. */
function give(tokens: number, to = 0): Promise<string> {
  const wanted = { _id: randomUUID(), performerId: creator(to).person.id, tokens, message: '' }
  const refused = (error: unknown) => {
    if (error instanceof Refusal) return error.kind
    throw error
  }
  return transact(server.app, fan().actor, (tx) => tip(tx, wanted)).then(({ charge }) => charge.id, refused)
}

async function limit(limits: Partial<Limits>) {
  return transact(server.app, fan().actor, async (tx) => {
    const version = (await budgetOf(tx, fan().id))?.version ?? 0
    return setBudget(tx, { ...none, ...limits, version })
  })
}

const run = <Result>(work: Parameters<typeof transact<Result>>[2]) => transact(server.app, null, work)
const spent = async () => {
  const made = await server.app.orm.em.fork().find(Charge, { fanId: fan().id })
  return made.reduce((sum, { tokens, refundedTokens, tokenCents }) => sum + (tokens - refundedTokens) * tokenCents, 0)
}
const inAnHour = () => new Date(now.getTime() + 3_600_000)

test('a payment beyond a limit is refused with the amount that is left, and nothing is charged', async () => {
  await limit({ day: 2000 })
  expect(await give(330)).not.toBe('forbidden')
  const refused = await send(71)
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    message: 'This would pass your limit of $20.00 a day: $3.50 are left.',
    details: [{ path: 'budget', message: 'day 2000 350' }],
  })
  expect(await give(70)).not.toBe('forbidden')
  expect(await spent()).toBe(2000)
})

test.each(chargeTypes)('a charge of the type %s counts and is refused beyond a limit', async (type) => {
  await limit({ day: 500 })
  const take = (tokens: number) =>
    run((tx) => {
      const asked = { id: randomUUID(), type, targetId: randomUUID(), performerId: creator().person.id, tokens }
      return takeCharge(tx, { ...asked, fanId: fan().id })
    })
  await expect(take(101)).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await server.app.orm.em.fork().count(Charge, { fanId: fan().id })).toBe(0)
})

test('each way by which a fan pays over REST is refused beyond a limit', async () => {
  await limit({ creator: 1 })
  const { token } = fan()
  const { person, posts, productId } = creator()
  const line = { productId, quantity: 1, price: PRODUCT_PRICE }
  const order = checkoutOf([line], { _id: randomUUID(), addressId: stage.addresses[0], consent: '2026-11' })
  const ways = {
    tip: await send(10),
    buy: await call(server, `POST /wallet/charges/feed/${at(posts, 0)}`, {
      ...{ token, body: { _id: randomUUID(), price: POST_PRICES[0] } },
    }),
    wallet: await call(server, 'POST /payment/subscribe/performers', { token, body: purchaseOf(person.id) }),
    card: await call(server, 'POST /payment/subscribe/performers', {
      ...{ token, body: purchaseOf(person.id, { source: 'card' }) },
    }),
    order: await call(server, 'POST /orders', { token, body: order }),
  }
  const limited = { path: 'budget', message: 'creator 1 1' }
  for (const [way, { status, body }] of Object.entries(ways)) {
    expect([way, status, body['details']]).toEqual([way, 403, [limited]])
  }
  expect(await spent()).toBe(0)
})

test('limits of the month and of one creator count apart from the day', async () => {
  await limit({ month: 1000, creator: 600 })
  expect(await give(100)).not.toBe('forbidden')
  expect(await give(21)).toBe('forbidden')
  expect(await give(80, 1)).not.toBe('forbidden')
  now = new Date(NOON.getTime() + 86_400_000)
  expect(await give(21, 1)).toBe('forbidden')
  now = new Date('2026-12-01T00:00:00.000Z')
  expect(await give(120)).not.toBe('forbidden')
})

test('twenty payments at once over several connections stay within the limit', async () => {
  await limit({ day: 1000 })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => send(30, place % 2)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
  expect(await spent()).toBe(900)
})

test('a card order and a payment from the wallet at once are decided in turn', async () => {
  await limit({ day: 800 })
  let late: ReturnType<typeof send> | undefined
  await run(async (tx) => {
    await placeOrder(tx, orderOf(500))
    late = send(100)
    await waitsForLock(server)
  })
  expect((await late)?.status).toBe(403)
})

function orderOf(amount: number) {
  const performerId = creator().person.id
  const about = { kind: 'subscription', currency: 'USD', title: 'A month', returnPath: '/subscriptions' } as const
  return { ...about, id: randomUUID(), userId: fan().id, performerId, amount, terms: { performerId }, cardId: null }
}

test('money that comes back in the same period is free to be spent again', async () => {
  await limit({ day: 500 })
  const chargeId = await give(100)
  expect(await give(10)).toBe('forbidden')
  await run((tx) => refundCharge(tx, { chargeId, tokens: 40, reason: 'Test', key: randomUUID() }))
  expect(await give(41)).toBe('forbidden')
  expect(await give(40)).not.toBe('forbidden')
})

test('the cap of a hold counts while it is open, and the charge once it is captured', async () => {
  await limit({ day: 1000 })
  const id = randomUUID()
  const [fanId, performerId] = [fan().id, creator().person.id]
  const begin = (cap: number, holdId = id) =>
    run((tx) => hold(tx, { id: holdId, fanId, performerId, tokens: 20, cap, expiresAt: inAnHour() }))
  await expect(begin(201)).rejects.toMatchObject({ kind: 'forbidden' })
  await begin(150)
  expect(await give(51)).toBe('forbidden')
  expect(await give(50)).not.toBe('forbidden')
  await run((tx) => extendHold(tx, { id, tokens: 150, expiresAt: inAnHour() }))
  await expect(run((tx) => extendHold(tx, { id, tokens: 151, expiresAt: inAnHour() }))).rejects.toMatchObject({
    kind: 'forbidden',
  })
  await run((tx) => captureHold(tx, { id, tokens: 60, type: 'stream', targetId: id, performerId, seconds: 1 }))
  expect(await give(91)).toBe('forbidden')
  expect(await give(80)).not.toBe('forbidden')
  const other = randomUUID()
  await begin(20, other).catch(() => undefined)
  await run((tx) => releaseHold(tx, other))
})

test('a raise holds after 24 hours, not before, and a lower limit at once', async () => {
  await limit({ day: 500 })
  await limit({ day: 1000 })
  now = new Date(NOON.getTime() + RAISE_MS - 1000)
  expect(await give(101)).toBe('forbidden')
  now = new Date(NOON.getTime() + RAISE_MS + 1000)
  expect(await give(101)).not.toBe('forbidden')
  await limit({ day: 600 })
  expect(await give(20)).toBe('forbidden')
})

test('a removed limit holds for 24 hours more, and the removal can be withdrawn', async () => {
  await limit({ day: 500 })
  expect((await limit({})).raises).toMatchObject({ day: { to: null } })
  expect((await limit({ day: 500 })).raises).toEqual({})
  now = new Date(NOON.getTime() + 2 * RAISE_MS)
  expect(await give(101)).toBe('forbidden')
})

test('limits that another device has changed are not overwritten, and the same request again changes nothing', async () => {
  const { token } = fan()
  const put = (body: unknown) => call(server, 'PUT /user/budget', { token, body })
  const body = { ...none, day: 500, version: 0 }
  const first = await put(body)
  expect((await put(body)).body).toEqual(first.body)
  expect((await put({ ...body, day: 700 })).status).toBe(409)
  expect((await put({ ...body, day: 1.5, version: 1 })).status).toBe(400)
  expect((await put({ ...body, day: -1, version: 1 })).status).toBe(400)
})

test('the wallet on the devices of the fan shows the limits and the spent amounts after each payment', async () => {
  await limit({ day: 5000 })
  await give(10)
  const shown = async () => (await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: fan().id })).budget
  expect(await shown()).toMatchObject({
    ...{ version: 1, limits: { ...none, day: 5000 } },
    spent: { day: { of: '2026-11-28', cents: 50 }, month: { of: '2026-11', cents: 50 } },
  })
  expect((await call(server, 'GET /user/budget', { token: fan().token })).body).toEqual(await shown())
})
