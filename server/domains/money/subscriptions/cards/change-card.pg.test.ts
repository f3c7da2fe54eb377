import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { saveCard } from '../../payments/testing/pay.ts'
import { Subscription } from '../entity.ts'
import { renewDue } from '../renewal/renew.ts'
import { buyByCard, renewByCard, takenFrom } from '../testing/by-card.ts'
import { join, offer } from '../testing/subscribe.ts'
import { newPair, startTermServer } from '../testing/term-server.ts'

const DAY_MS = 86_400_000

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
let creator: Person
let fan: Person

beforeAll(async () => {
  server = await startTermServer({ clock: () => now ?? new Date() })
})
beforeEach(async () => {
  ;({ creator, fan } = await newPair(server))
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const read = () => em().findOneOrFail(Subscription, { userId: fan.id })

function choose(id: string, cardId: string, { token }: Person = fan) {
  return call(server, `PUT /subscriptions/${id}/card`, { token, body: { cardId } })
}

/** A month that one card has paid and another one renews; it is due now. Answers the id. */
async function subscribedAMonthAgo({ paidBy, renewedBy = paidBy }: { paidBy: string; renewedBy?: string }) {
  now = new Date(Date.now() - 31 * DAY_MS)
  expect((await buyByCard(server, fan, { to: creator, cardId: paidBy })).status).toBe(201)
  await em().nativeUpdate(Subscription, { userId: fan.id }, { cardId: renewedBy })
  now = null
  return (await read()).id
}

test('another card pays the next renewal; nothing is charged with the choice, and each device shows it', async () => {
  const [works, declines] = [await saveCard(server, fan), await saveCard(server, fan, 'declines')]
  const id = await subscribedAMonthAgo({ paidBy: works, renewedBy: declines })
  const phone = new TestDevice(server, fan)
  await phone.syncAll()
  expect(phone.all('subscriptions')).toMatchObject([{ card: { last4: '0341' } }])
  for (let time = 0; time < 2; time += 1) {
    expect(await choose(id, works)).toMatchObject({ status: 200, body: { status: 'active', card: { last4: '4242' } } })
  }
  expect(await takenFrom(server, fan)).toBe(1)
  await phone.syncAll()
  expect(phone.all('subscriptions')).toMatchObject([{ card: { last4: '4242' } }])
  await renewByCard(server)
  const orders = await em().find(PaymentOrder, { userId: fan.id, isRenewal: true })
  expect(orders).toMatchObject([{ cardId: works, status: 'paid' }])
  expect(await takenFrom(server, fan)).toBe(2)
})

test('a card that is gone gives way to another one before the renewal', async () => {
  const [works, gone] = [await saveCard(server, fan), await saveCard(server, fan, 'asks')]
  const id = await subscribedAMonthAgo({ paidBy: works, renewedBy: gone })
  await call(server, `DELETE /payment-cards/${gone}`, { token: fan.token })
  expect((await choose(id, gone)).status).toBe(404)
  expect((await choose(id, works)).body).toMatchObject({ card: { isUsable: true } })
  await renewByCard(server)
  expect(await read()).toMatchObject({ status: 'active', cardId: works, months: 2 })
})

test('nobody chooses for another account, with a card of another account, or what no card renews', async () => {
  const cardId = await saveCard(server, fan)
  const id = await subscribedAMonthAgo({ paidBy: cardId })
  const other = await makePerson(server, 'other_fan')
  const strange = await saveCard(server, other)
  expect((await choose(id, strange, other)).status).toBe(404)
  expect((await choose(id, strange)).status).toBe(404)
  expect((await choose(randomUUID(), cardId)).status).toBe(404)
  expect((await call(server, `PUT /subscriptions/${id}/card`, { body: { cardId } })).status).toBe(401)
  await fillWallet(server, other.id, { paid: 100 })
  const byTokens = await join(server, other, { to: creator })
  const refused = await choose(byTokens.id, strange, other)
  expect([refused.status, refused.body['message']]).toEqual([409, 'No card renews this subscription.'])
  await em().nativeUpdate(Subscription, { id }, { status: 'past_due', problem: 'card' })
  expect((await choose(id, cardId)).body['message']).toContain('Pay the open renewal first.')
  await em().nativeUpdate(Subscription, { id }, { status: 'active', problem: null })
  expect((await read()).cardId).toBe(cardId)
})

test('a renewal that waits for its order keeps the price of the order', async () => {
  await subscribedAMonthAgo({ paidBy: await saveCard(server, fan) })
  await renewDue(server.app)
  const { orderId } = await read()
  expect(orderId).not.toBeNull()
  await offer(server, creator, { prices: { monthly: 400 } })
  now = new Date(Date.now() + 32 * 60_000)
  await renewDue(server.app)
  expect(await read()).toMatchObject({ orderId, problem: null })
  expect((await em().find(PaymentOrder, { userId: fan.id })).map(({ amount }) => amount)).toEqual([500, 500])
  now = null
})
