import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { fillWallet } from '../../money/money/testing/books.ts'
import { payWithoutFactor } from '../../money/payouts/testing/pay-without-factor.ts'
import { payoutDesk } from '../../money/payouts/testing/payout-desk.ts'
import { Subscription } from '../../money/subscriptions/entity.ts'
import { join, offer } from '../../money/subscriptions/testing/subscribe.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

let server: TestServer
let ada: Person
let fan: Person
beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  await payWithoutFactor(server)
  ada = await makeStaff(server, 'leaving.ada', 'admin')
  fan = await makePerson(server, 'leaving.fan')
})
afterAll(() => server.stop())

const { payable, calculate, ask, view } = payoutDesk(
  () => server,
  () => fan,
)

const suspend = async ({ id, user }: Person) => {
  const path = `POST /desk/things/${user.isPerformer ? 'performer' : 'user'}/${id}/decide` as const
  expect((await deskOf(server)(ada, path, decision({ kind: 'suspend' }))).status).toBe(200)
}

test('a creator who is suspended asks for the money that is free', async () => {
  const creator = await payable()
  await suspend(creator)
  expect(await calculate(creator)).toMatchObject({ available: 8000, reasons: [] })
  const { status, body } = await ask(creator)
  expect([status, body['status'], body['amount']]).toEqual([201, 'pending', 6000])
  expect(await view(creator, body['_id'])).toMatchObject({ status: 'pending' })
  const { token } = creator
  const list = await call(server, 'GET /payout-requests/search', { token })
  expect([list.status, list.body['total']]).toEqual([200, 1])
  const canceled = await call(server, `PUT /payout-requests/${String(body['_id'])}`, {
    token,
    body: { status: 'canceled' },
  })
  expect(canceled.body).toMatchObject({ status: 'canceled' })
})

test('a creator whom nobody has approved gets no payout by being suspended', async () => {
  const creator = await payable()
  await server.app.orm.em
    .fork()
    .execute(`update performer set verification = 'rejected' where user_id = ?`, [creator.id])
  await suspend(creator)
  expect((await ask(creator)).status).toBe(403)
})

test('a fan who is suspended cancels a subscription', async () => {
  const creator = await makePerson(server, 'leaving.creator', true)
  const guest = await makePerson(server, 'leaving.guest')
  await offer(server, creator, { prices: { monthly: 500 } })
  await fillWallet(server, guest.id, { paid: 1_000 })
  const { id } = await join(server, guest, { to: creator })
  await suspend(guest)
  const { token } = guest
  const list = await call(server, 'GET /subscriptions/user/search', { token })
  expect(list.body['data']).toMatchObject([{ _id: id, autoRenew: true }])
  expect((await call(server, `POST /payment/stripe/cancel-subscription/${id}`, { token })).status).toBeLessThan(300)
  expect(await server.app.orm.em.fork().findOneOrFail(Subscription, { id })).toMatchObject({ autoRenew: false })
})
