import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { failOrder } from '../../payments/orders/fail.ts'
import { lockOrder } from '../../payments/orders/lock-order.ts'
import { press } from '../../payments/testing/pay.ts'
import { SubscriptionPeriod } from '../../subscriptions/entity.ts'
import { buyByCard, quiet } from '../../subscriptions/testing/by-card.ts'
import { offer, purchaseOf } from '../../subscriptions/testing/subscribe.ts'
import { Charge } from '../charges/entity.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { setBudget } from './set-budget.ts'

const NONE = { day: null, month: null, creator: null }

let server: TestServer
const agents: Agent[] = []

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, jobs: 'on', publicUrl: 'http://127.0.0.1' },
  })
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  await server.stop()
})

test(
  'three devices that spend at once, each on its connection: those within the limit pass',
  { timeout: 60_000 },
  async () => {
    const { creators } = await people('races', 2)
    for (const [round, most] of [300, 600, 300, 600, 1000].entries()) {
      const { fan } = await people(`races_${round}`, 0)
      await limit(fan, { day: most })
      const devices = [device(fan), device(await signIn(server, fan.user)), device(await signIn(server, fan.user))]
      // 3.00 each, by card and from the wallet in turn: both ways ask for the limit.
      const spend = (place: number) => {
        const to = creators[place % 2]?.id ?? ''
        const _id = randomUUID()
        return place % 3 === 0
          ? { path: '/payment/subscribe/performers', body: purchaseOf(to, { _id, price: 300, source: 'card' }) }
          : { path: `/wallet/charges/tip/${to}`, body: { _id, tokens: 60 } }
      }
      const tries = devices.flatMap((send, first) => [0, 1, 2].map((n) => send(spend(first + n))))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      const within = Math.floor(most / 300)
      const numberOf = (status: number) => statuses.filter((one) => one === status).length
      expect([numberOf(201), numberOf(403)]).toEqual([within, 9 - within])
      expect((await tipped(fan)) + (await ordered(fan))).toBe(within * 300)
    }
  },
)

test('a card order that has expired here and is paid yields its term; the limit counts it, and refuses the next payment', async () => {
  const { fan, creators } = await people('late', 1)
  const [creator] = creators as [Person]
  await limit(fan, { day: 500, creator: 600 })
  const _id = randomUUID()
  const { body } = await buyByCard(server, fan, { to: creator, _id, price: 300 })
  const tip = (tokens: number) =>
    call(server, `POST /wallet/charges/tip/${creator.id}`, { token: fan.token, body: { _id: randomUUID(), tokens } })
  expect((await tip(41)).body, 'the open page counts').toMatchObject({
    details: [{ path: 'budget', message: 'day 500 200' }],
  })
  await transact(server.app, null, async (tx) => {
    const order = await lockOrder(tx, _id)
    if (order) await failOrder(tx, order, 'expired')
  })
  expect((await tip(100)).status, 'the whole limit is free again').toBe(201)
  await press(server, (body['checkout'] as { url: string }).url, { answer: 'pay' })
  await quiet(server)
  const em = server.app.orm.em.fork()
  expect(await em.findOneOrFail(PaymentOrder, { id: _id })).toMatchObject({ status: 'paid' })
  const { id } = await em.findOneOrFail(Charge, { orderId: _id })
  expect(await em.findOneOrFail(SubscriptionPeriod, { id })).toMatchObject({ price: 300 })
  const { body: budget } = await call(server, 'GET /user/budget', { token: fan.token })
  expect(budget['spent']).toMatchObject({
    ...{ day: { cents: 800 }, month: { cents: 800 } },
    creators: { creators: [{ _id: creator.id, username: 'late_creator_0', cents: 800 }] },
  })
  expect((await tip(10)).body).toMatchObject({ details: [{ path: 'budget', message: 'day 500 0' }] })
  await limit(fan, { day: null, creator: 600 }, 1)
})

test('the spent amounts by creator have those with the most first', async () => {
  const { fan, creators } = await people('many', 3)
  await limit(fan, { creator: 5000 })
  for (const [place, { id }] of creators.entries())
    await call(server, `POST /wallet/charges/tip/${id}`, {
      ...{ token: fan.token, body: { _id: randomUUID(), tokens: 10 + place } },
    })
  const { body } = await call(server, 'GET /user/budget', { token: fan.token })
  expect(body['spent']).toMatchObject({
    creators: { creators: [2, 1, 0].map((place) => ({ _id: creators[place]?.id, cents: (10 + place) * 5 })) },
  })
})

async function people(name: string, count: number) {
  const fan = await makePerson(server, `${name}_fan`)
  await fillWallet(server, fan.id, { paid: 2000 })
  const creators: Person[] = []
  for (let n = 0; n < count; n += 1) {
    const creator = await makePerson(server, `${name}_creator_${n}`, true)
    await offer(server, creator, { prices: { monthly: 300 } })
    creators.push(creator)
  }
  return { fan, creators }
}

function limit({ actor }: Person, limits: object, version = 0) {
  return transact(server.app, actor, (tx) => setBudget(tx, { ...NONE, ...limits, version }))
}

async function tipped({ id: fanId }: Person): Promise<number> {
  const charges = await server.app.orm.em.fork().find(Charge, { fanId })
  return charges.reduce((sum, { tokens, tokenCents }) => sum + tokens * tokenCents, 0)
}

async function ordered({ id: userId }: Person): Promise<number> {
  const orders = await server.app.orm.em.fork().find(PaymentOrder, { userId })
  return orders.reduce((sum, { amount }) => sum + amount, 0)
}

/** A device of an account: its session, and its one connection to the server. */
function device({ token }: Person) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return ({ path, body }: { path: string; body: object }) =>
    new Promise<{ status: number }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const sent = request(`${server.url}/api${path}`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0 }))
      })
      sent.on('error', reject).end(JSON.stringify(body))
    })
}
