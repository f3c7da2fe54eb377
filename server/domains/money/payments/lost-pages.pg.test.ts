import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules } from '../money/testing/books.ts'
import { Wallet } from '../money/wallet.ts'
import { buyByCard, sandboxOf } from '../subscriptions/testing/by-card.ts'
import { offer } from '../subscriptions/testing/subscribe.ts'
import { press, topUp } from './testing/pay.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const sandbox = () => sandboxOf(server)

test.each([0, 1, 29, 30])(
  'a top-up that did not reach the provider opens its page %i minutes later',
  async (minutes) => {
    const fan = await makePerson(server, `tries_again_${minutes}`)
    const _id = randomUUID()
    const buy = () =>
      call(server, 'POST /payment/wallet/top-up', { token: fan.token, body: { _id, tokens: 100, amount: 500 } })
    sandbox().fail({ call: 'POST /v1/checkout/sessions', with: 500, times: 3 })
    expect((await buy()).status).toBe(503)
    sandbox().recover()
    await passed('payment_order', _id, minutes)
    const { status, body } = await buy()
    expect({ status, order: body['status'] }).toEqual({ status: 200, order: 'open' })
    await press(server, body['url'], { answer: 'pay' })
    await call(server, `GET /stripe/confirm-payment?checkoutId=${String(body['checkoutId'])}`, { token: fan.token })
    expect(await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: fan.id })).toMatchObject({ balance: 100 })
  },
)

test('a page whose address was lost is opened again, and one that is known is the same', async () => {
  const fan = await makePerson(server, 'loses_the_address')
  const body = { _id: randomUUID(), tokens: 100, amount: 500 }
  const buy = () => call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })
  sandbox().fail({ call: 'POST /v1/checkout/sessions', with: 'cut', times: 3 })
  expect((await buy()).status).toBe(503)
  sandbox().recover()
  await passed('payment_order', body._id, 3)
  const [first, second] = [await buy(), await buy()]
  expect(first.body).toMatchObject({ status: 'open' })
  expect(second.body).toEqual(first.body)
})

test('a card whose page did not reach the provider is tried again', async () => {
  const fan = await makePerson(server, 'tries_a_card')
  const body = { _id: randomUUID() }
  const add = () => call(server, 'POST /stripe/cards', { token: fan.token, body })
  sandbox().fail({ call: 'POST /v1/checkout/sessions', with: 500, times: 3 })
  expect((await add()).status).toBe(503)
  sandbox().recover()
  await passed('payment_card', body._id, 5)
  const { status, body: answer } = await add()
  expect({ status, hasPage: answer['url'] !== '' }).toEqual({ status: 200, hasPage: true })
})

test('a subscription by pay page that did not reach the provider is tried again', async () => {
  const creator = await makePerson(server, 'sells_terms', true)
  await offer(server, creator, { prices: { monthly: 500 } })
  const fan = await makePerson(server, 'subscribes_later')
  const _id = randomUUID()
  sandbox().fail({ call: 'POST /v1/checkout/sessions', with: 500, times: 3 })
  expect((await buyByCard(server, fan, { to: creator, _id })).status).toBe(503)
  sandbox().recover()
  await passed('payment_order', _id, 10)
  const { status, body } = await buyByCard(server, fan, { to: creator, _id })
  expect({ status, checkout: body['checkout'] }).toEqual({ status: 200, checkout: expect.any(Object) as object })
})

test('pages that were opened and left do not count as top-ups, and cannot be paid any more', async () => {
  const fan = await makePerson(server, 'opens_pages')
  const open = async (tokens = 100) => {
    const body = { _id: randomUUID(), tokens, amount: tokens * 5 }
    return call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })
  }
  const opened = [await open(), await open(), await open(), await open(), await open(), await open(6000)]
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const pages = await Promise.all(opened.map(({ body }) => press(server, body['url'], { answer: 'pay' })))
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 303])
  expect(await pages[0]?.text()).toContain('This payment has expired')
})

test('five top-ups a day are paid, and the sixth is refused', async () => {
  const fan = await makePerson(server, 'pays_five_times')
  for (let paid = 0; paid < 5; paid++) expect((await topUp(server, fan, 100)).status).toBe('paid')
  const body = { _id: randomUUID(), tokens: 100, amount: 500 }
  expect((await call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })).status).toBe(429)
})

test.each([
  { tokens: 58, status: 400, message: 'The smallest top-up is $2.95.' },
  { tokens: 59, status: 200, message: undefined },
  { tokens: 6000, status: 200, message: undefined },
  { tokens: 6001, status: 400, message: 'The largest top-up is $300.00.' },
])('the bound of a top-up is named where $tokens tokens are out of it', async ({ tokens, status, message }) => {
  const fan = await makePerson(server, `tops_up_${tokens}`)
  const body = { _id: randomUUID(), tokens, amount: tokens * 5 }
  const answer = await call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })
  expect([answer.status, answer.body['message']]).toEqual([status, message])
})

/** Lets minutes pass for a page that is not open yet. */
async function passed(table: 'payment_order' | 'payment_card', id: string, minutes: number): Promise<void> {
  const set = 'expires_at = expires_at - make_interval(mins => ?), created_at = created_at - make_interval(mins => ?)'
  await server.app.orm.em.fork().execute(`update ${table} set ${set} where id = ?`, [minutes, minutes, id])
}
