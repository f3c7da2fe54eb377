import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { settleOverdue } from './jobs.ts'
import { PaymentOrder } from './orders/entity.ts'

let server: TestServer
let fan: Person
let other: Person
let now = new Date()

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
    clock: () => now,
  })
  fan = await makePerson(server, 'fan')
  other = await makePerson(server, 'other')
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

function order(body: object, person = fan) {
  const whole = { _id: randomUUID(), ...body }
  return call(server, 'POST /payment/wallet/top-up', { token: person.token, body: whole })
}

/** Presses a button of the pay page. */
async function press(url: unknown, answer: string | null): Promise<Response> {
  const { pathname } = new URL(String(url))
  const sent = answer === null ? {} : { method: 'POST', body: new URLSearchParams({ answer }) }
  return fetch(server.url + pathname, { ...sent, redirect: 'manual' })
}

async function balanceOf(person: Person): Promise<unknown> {
  const { body } = await call(server, 'GET /users/me', { token: person.token })
  return body['balance']
}

function confirm(checkoutId: unknown, person = fan) {
  return call(server, `GET /stripe/confirm-payment?checkoutId=${String(checkoutId)}`, { token: person.token })
}

test('packages say what they cost', async () => {
  const { body } = await call(server, 'GET /package/token/search')
  expect(body).toMatchObject({
    data: [{ tokens: 100, amount: 500, currency: 'USD' }, {}, {}, { bonus: 500 }],
    total: 4,
  })
})

test('tokens that are paid for are in the wallet when the buyer comes back, once', async () => {
  const { status, body } = await order({ packageId: 'medium', amount: 2500 })
  expect([status, body['status']]).toEqual([200, 'open'])
  expect(await (await press(body['url'], null)).text()).toContain('$25.00')
  expect((await confirm(body['checkoutId'])).body).toMatchObject({ status: 'open', balance: 0 })
  const back = await press(body['url'], 'pay')
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `http://127.0.0.1/wallet?checkoutId=${String(body['checkoutId'])}`,
  ])
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(body['checkoutId'])))
  expect(new Set(answers.map(({ body: { status, balance } }) => `${String(status)} ${String(balance)}`))).toEqual(
    new Set(['paid 525']),
  )
  expect(await balanceOf(fan)).toBe(525)
  expect((await confirm(body['checkoutId'], other)).status).toBe(404)
  const { body: list } = await call(server, 'GET /payment/transactions/user/search', { token: fan.token })
  expect(list).toMatchObject({ total: 1, data: [{ status: 'paid', amount: 2500, tokens: 525 }] })
  expect((await call(server, 'GET /payment/transactions/user/search', { token: other.token })).body['total']).toBe(0)
})

test('a buyer who leaves the pay page comes back with the order alone, which has moved nothing', async () => {
  const { body } = await order({ packageId: 'small', amount: 500 }, other)
  const back = await press(body['url'], 'cancel')
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `http://127.0.0.1/wallet?left=${String(body['_id'])}`,
  ])
  expect((await confirm(body['checkoutId'], other)).body).toMatchObject({ status: 'open', balance: 0 })
  // The next page ends the one that was left: only one of them can be paid.
  const next = await order({ packageId: 'small', amount: 500 }, other)
  expect((await confirm(body['checkoutId'], other)).body).toMatchObject({ status: 'expired' })
  expect((await confirm(next.body['checkoutId'], other)).body).toMatchObject({ status: 'open' })
})

test('a buyer who closes the pay page has the tokens by the webhook', async () => {
  const person = await makePerson(server, 'closes_the_page')
  const { body } = await order({ tokens: 59, amount: 295 }, person)
  expect(await (await press(body['url'], 'close')).text()).toContain('You can close this page.')
  await expect.poll(() => balanceOf(person)).toBe(59)
  expect((await press(body['url'], 'pay')).status).toBe(303)
  expect(await balanceOf(person)).toBe(59)
})

test('a declined card charges nothing, and another one can be tried', async () => {
  const person = await makePerson(server, 'declined')
  const { body } = await order({ tokens: 100, amount: 500 }, person)
  expect(await (await press(body['url'], 'decline')).text()).toContain('The card was declined. Nothing was charged.')
  expect((await confirm(body['checkoutId'], person)).body).toMatchObject({ status: 'open', balance: 0 })
  expect(await (await press(body['url'], 'authenticate')).text()).toContain('Confirm at your bank')
  expect((await press(body['url'], 'confirm')).status).toBe(303)
  expect((await confirm(body['checkoutId'], person)).body).toMatchObject({ status: 'paid', balance: 100 })
})

test('the same order is one checkout; the same id for another order is refused', async () => {
  const _id = randomUUID()
  const all = await Promise.all(Array.from({ length: 10 }, () => order({ _id, tokens: 100, amount: 500 })))
  expect(new Set(all.map(({ body }) => body['checkoutId'])).size).toBe(1)
  expect((await order({ _id, tokens: 200, amount: 1000 })).status).toBe(409)
  expect((await order({ _id, tokens: 100, amount: 500 }, other)).status).toBe(409)
  expect(await server.app.orm.em.fork().count(PaymentOrder, { id: _id })).toBe(1)
})

test.for<[string, object, number]>([
  ['too little', { tokens: 58, amount: 290 }, 400],
  ['too much', { tokens: 6001, amount: 30_005 }, 400],
  ['another price', { tokens: 100, amount: 1 }, 409],
  ['a negative price', { tokens: 100, amount: -500 }, 400],
  ['a part of a token', { tokens: 100.5, amount: 503 }, 400],
  ['no package of the site', { packageId: 'free', amount: 500 }, 404],
  ['no id', { _id: undefined, tokens: 100, amount: 500 }, 400],
])('%s is no order', async ([, body, status]) => {
  expect((await order(body)).status).toBe(status)
})

test('an event that the provider has not signed is refused', async () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } })
  const forged = await fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': 't=1,v1=00' },
  })
  expect(forged.status).toBe(400)
})

test('a payment whose event was lost is found when its time is over', async () => {
  const person = await makePerson(server, 'lost_event')
  const { body } = await order({ tokens: 100, amount: 500 }, person)
  server.app.payments.takeEventsAt('http://127.0.0.1:9/nobody')
  await press(body['url'], 'close')
  const before = now
  now = new Date(now.getTime() + 32 * 60 * 1000)
  await settleOverdue.run(server.app, new AbortController().signal)
  now = before
  expect(await balanceOf(person)).toBe(100)
})

test('orders that the provider has forgotten end, and keep nobody’s payment back, nor does one that fails', async () => {
  const person = await makePerson(server, 'behind_them')
  const { gateway } = server.app.payments
  if (!gateway) throw new Error('there is no gateway')
  const { body } = await order({ tokens: 100, amount: 500 }, person)
  await server.app.orm.em.fork().execute(
    `insert into payment_order select (jsonb_populate_record(p, jsonb_build_object(
       'id', gen_random_uuid(), 'status', 'open', 'checkout_id', 'cs_gone_' || n, 'expires_at', ?::timestamptz,
       'payment_id', null, 'paid_at', null, 'refunded', 0))).*
     from payment_order p, generate_series(1, 105) n where p.checkout_id = ?`,
    [new Date(now.getTime() - 60_000), body['checkoutId']],
  )
  server.app.payments.takeEventsAt('http://127.0.0.1:9/nobody')
  await press(body['url'], 'close')
  const [before, { readCheckout }] = [now, gateway]
  now = new Date(now.getTime() + 32 * 60 * 1000)
  gateway.readCheckout = (id) => (id === 'cs_gone_7' ? Promise.reject(new Error('no answer')) : readCheckout(id))
  try {
    await settleOverdue.run(server.app, new AbortController().signal)
  } finally {
    now = before
    gateway.readCheckout = readCheckout
  }
  expect(await balanceOf(person)).toBe(100)
  const gone = { checkoutId: { $like: 'cs_gone_%' } }
  expect(await server.app.orm.em.fork().count(PaymentOrder, { ...gone, status: 'expired' })).toBe(104)
  expect(await server.app.orm.em.fork().count(PaymentOrder, { ...gone, status: 'open' })).toBe(1)
})
