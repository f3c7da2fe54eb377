import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { releaseCoupons } from '../payments/jobs.ts'
import { press } from '../payments/testing/pay.ts'
import { admin } from './admin.ts'
import { Coupon, CouponRedemption } from './entity.ts'
import { couponFor } from './redeem.ts'

let server: TestServer
let fan: Person
let now = new Date()

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' },
    clock: () => now,
  })
  fan = await makePerson(server, 'uses_coupons')
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

/** Runs the operator's command; answers what it prints. */
async function coupon(...args: string[]): Promise<string[]> {
  const lines: string[] = []
  await admin['coupon']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
  return lines
}

function quote(code: string, { amount = 500, kind = 'top-up', who = fan } = {}) {
  return call(server, `POST /coupons/${code}/apply-coupon`, { token: who.token, body: { kind, amount } })
}

function topUp(
  { token }: Person,
  couponCode: string,
  { _id = randomUUID(), amount = 400 }: { _id?: string; amount?: number } = {},
) {
  const body = { _id, tokens: 100, amount, couponCode }
  return call(server, 'POST /payment/wallet/top-up', { token, body })
}

test('a code lowers a price by a part or by a sum; every reason against it has the same words', async () => {
  await coupon('fifth', '20%', 'top-up')
  await coupon('sum', '150', 'top-up,subscription')
  await coupon('over', '20%', 'top-up', '5', '2020-01-01')
  await coupon('gone', '20%', 'top-up')
  await coupon('gone', 'off')
  expect((await quote('fifth')).body).toEqual({ discount: 100, amount: 400 })
  expect((await quote('Sum')).body).toEqual({ discount: 150, amount: 350 })
  const refused = await Promise.all([
    ...['unknown', 'over', 'gone', '%00', '%F0%9F%92%A9'].map((code) => quote(code)),
    quote('fifth', { kind: 'product' }),
    quote('sum', { amount: 180 }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 400, 404, 404, 404])
  const words = refused.filter(({ status }) => status === 404).map(({ body }) => JSON.stringify(body['message']))
  expect(new Set(words)).toEqual(new Set([JSON.stringify('This code does not apply here.')]))
  await expect(coupon('bad', '120%', 'top-up')).rejects.toThrow('Use it so')
})

test('a code is used once by an account, from its least price on', async () => {
  const person = await makePerson(server, 'uses_once')
  await coupon('single', '20%', 'top-up')
  await server.app.orm.em.fork().nativeUpdate(Coupon, { code: 'SINGLE' }, { minimum: 500 })
  expect((await quote('single', { amount: 499, who: person })).status).toBe(404)
  // A page that was left frees the code; one that was paid has used it.
  expect((await topUp(person, 'single')).status).toBe(200)
  const { status, body } = await topUp(person, 'single')
  expect(status).toBe(200)
  await press(server, body['url'], { answer: 'pay' })
  expect((await topUp(person, 'single')).status).toBe(404)
})

test('a top-up pays the lowered price for all its tokens; a price that was not lowered so is refused', async () => {
  const person = await makePerson(server, 'pays_less')
  expect((await topUp(person, 'fifth', { amount: 399 })).status).toBe(409)
  expect((await topUp(person, 'unknown')).status).toBe(404)
  const { body } = await topUp(person, 'fifth')
  expect(await (await press(server, body['url'], { answer: null })).text()).toContain('$4.00')
  await press(server, body['url'], { answer: 'pay' })
  const path = `GET /stripe/confirm-payment?checkoutId=${String(body['checkoutId'])}` as const
  expect((await call(server, path, { token: person.token })).body).toMatchObject({ status: 'paid', balance: 100 })
  expect((await topUp(person, 'fifth')).status).toBe(404)
  expect((await topUp(person, 'fifth', { _id: String(body['_id']) })).body).toMatchObject({ status: 'paid' })
})

test('one of 20 accounts gets the last use of a coupon', async () => {
  await coupon('last', '20%', 'top-up', '1')
  const people = await Promise.all(Array.from({ length: 20 }, (_, place) => makePerson(server, `taker_${place}`)))
  const answers = await Promise.all(people.map((person) => topUp(person, 'last')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(19)
  expect((await coupon()).find((line) => line.startsWith('LAST'))).toContain('used 1 of 1')
})

test('a use that is not paid in time is free again, and its page takes no payment any more', async () => {
  await coupon('once', '20%', 'top-up', '1')
  const [slow, next] = [await makePerson(server, 'slow_payer'), await makePerson(server, 'next_payer')]
  const { body } = await topUp(slow, 'once')
  expect((await topUp(next, 'once')).status).toBe(404)
  const before = now
  now = new Date(now.getTime() + 16 * 60 * 1000)
  await releaseCoupons.run(server.app, new AbortController().signal)
  now = before
  expect(await (await press(server, body['url'], { answer: 'pay' })).text()).toContain('This payment has expired')
  expect((await topUp(next, 'once')).status).toBe(200)
})

test('a payment that came a moment before its time was over keeps its use', async () => {
  await coupon('just', '20%', 'top-up', '1')
  const person = await makePerson(server, 'in_time')
  const { body } = await topUp(person, 'just')
  server.app.payments.sandbox?.deliverAs('late')
  await press(server, body['url'], { answer: 'pay' })
  const before = now
  now = new Date(now.getTime() + 16 * 60 * 1000)
  await releaseCoupons.run(server.app, new AbortController().signal)
  now = before
  const used = await server.app.orm.em.fork().findOneOrFail(CouponRedemption, { refId: String(body['_id']) })
  expect(used.status).toBe('confirmed')
})

test('a creator’s coupon lowers the prices of that creator’s products alone; without them it does not apply', async () => {
  const [own, other] = [await makePerson(server, 'coupon_own', true), await makePerson(server, 'coupon_other', true)]
  const code = 'OWNHALF'
  await transact(server.app, null, async ({ em, now: createdAt }) => {
    const terms = { kinds: ['product' as const], percent: 50, minimum: 30, performerId: own.id, createdAt }
    em.create(Coupon, { id: randomUUID(), code, ...terms })
  })
  const parted = (sellers: { performerId: string; amount: number }[]) => {
    const amount = sellers.reduce((sum, seller) => sum + seller.amount, 0)
    const body = { kind: 'product', amount, sellers }
    return call(server, `POST /coupons/${code}/apply-coupon`, { token: fan.token, body })
  }
  const others = { performerId: other.id, amount: 100 }
  const both = await parted([others, { performerId: own.id, amount: 40 }])
  expect([both.status, both.body]).toMatchObject([200, { discount: 20, amount: 20 }])
  // Less than the coupon asks for, however much is bought of others.
  for (const sellers of [[others], [others, { performerId: own.id, amount: 29 }]]) {
    const refused = await parted(sellers)
    expect([refused.status, refused.body['message']]).toEqual([404, 'This code does not apply here.'])
  }
})

test('10 tries an hour are all that an account has', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  const { token } = await makePerson(limited, 'guesses')
  const statuses: number[] = []
  for (let time = 0; time < 11; time++) {
    const body = { kind: 'top-up', amount: 500 }
    statuses.push((await call(limited, 'POST /coupons/guess/apply-coupon', { token, body })).status)
  }
  await limited.stop()
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429])
})

test('the operator makes a coupon of one seller, with a minimum, uses each and a start', async () => {
  const seller = await makePerson(server, 'has_a_coupon', true)
  const other = await makePerson(server, 'has_none', true)
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await coupon(
    'theirs',
    '50%',
    'product',
    'seller=has_a_coupon',
    'minimum=40',
    'each=2',
    `from=${day(1)}`,
    `until=${day(2)}`,
  )
  const applies = (at: number, { performerId = seller.id, amount = 40 } = {}) => {
    const use = { userId: fan.id, code: 'theirs', kind: 'product', amount, performerId } as const
    return couponFor({ em: server.app.orm.em.fork(), now: new Date(at) }, use).then(
      () => true,
      () => false,
    )
  }
  const [starts, ends] = [new Date(`${day(1)}T00:00:00Z`).getTime(), new Date(`${day(3)}T00:00:00Z`).getTime()]
  expect([await applies(starts - 1), await applies(starts)]).toEqual([false, true])
  expect([await applies(ends - 1000), await applies(ends)]).toEqual([true, false])
  expect([await applies(starts, { amount: 39 }), await applies(starts, { performerId: other.id })]).toEqual([
    false,
    false,
  ])
  expect(await server.app.orm.em.fork().findOneOrFail(Coupon, { code: 'THEIRS' })).toMatchObject({
    ...{ performerId: seller.id, minimum: 40, usesEach: 2, uses: null },
  })
  expect((await coupon()).find((line) => line.startsWith('THEIRS'))).toMatch(
    /, of has_a_coupon, from 40 on, 2 times each, since /,
  )
  await expect(coupon('nobodys', '50%', 'product', 'seller=nobody_here')).rejects.toThrow('There is no such creator.')
  await expect(coupon('odd', '50%', 'product', 'colour=red')).rejects.toThrow('Use it so:')
  await expect(coupon('odd', '50%', 'product', 'minimum=none')).rejects.toThrow('Use it so:')
})
