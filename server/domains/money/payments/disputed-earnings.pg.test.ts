import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Charge } from '../money/charges/entity.ts'
import { tip } from '../money/charges/tip.ts'
import { brokenRules } from '../money/testing/books.ts'
import { matureAll } from '../payouts/testing/earn.ts'
import { settleDispute } from './orders/disputes.ts'
import { PaymentOrder } from './orders/entity.ts'
import { topUp } from './testing/pay.ts'

let server: TestServer
let creator: Person

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  creator = await makePerson(server, 'creator_of_tips', true)
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

test('a dispute holds what its tokens have paid for, and releases it once it is won', async () => {
  const fan = await makePerson(server, 'wins_later')
  const earlier = await topUp(server, fan, 100)
  const before = await spend(fan, 60)
  const order = await topUp(server, fan, 100)
  const [first, last] = [await spend(fan, 70), await spend(fan, 20)]
  // 50 of 140 are left: 50 of the disputed 100 were spent, and the latest two payments have them.
  const id = await dispute(order)
  expect([await disputedBy(before), await disputedBy(first), await disputedBy(last)]).toEqual([null, id, id])
  await matureAll(server)
  expect([await stateOf(before), await stateOf(first), await stateOf(last)]).toEqual([
    'available',
    'pending',
    'pending',
  ])
  await sandbox().moveDispute(id, 'won')
  await settleDispute(server.app, id)
  await matureAll(server)
  expect([await stateOf(first), await stateOf(last)]).toEqual(['available', 'available'])
  expect((await orderOf(earlier)).status).toBe('paid')
})

test('a dispute that is lost keeps the earnings held while the fan owes for them', async () => {
  const fan = await makePerson(server, 'loses_later')
  const order = await topUp(server, fan, 100)
  const charge = await spend(fan, 100)
  const id = await dispute(order)
  await sandbox().moveDispute(id, 'lost')
  await settleDispute(server.app, id)
  await matureAll(server)
  expect([await stateOf(charge), await disputedBy(charge)]).toEqual(['pending', id])
})

test('earnings of a lost dispute are released as far as the fan pays the debt, the earlier ones first', async () => {
  const fan = await makePerson(server, 'pays_the_debt')
  const order = await topUp(server, fan, 300)
  const [first, last] = [await spend(fan, 200), await spend(fan, 100)]
  const id = await dispute(order)
  await sandbox().moveDispute(id, 'lost')
  await settleDispute(server.app, id)
  const held = async () => [await disputedBy(first), await disputedBy(last)]
  await topUp(server, fan, 140)
  expect(await held()).toEqual([id, id])
  await topUp(server, fan, 60)
  // The fan owes 100 tokens, which the latest payment has.
  expect(await held()).toEqual([null, id])
  await topUp(server, fan, 110)
  expect(await held()).toEqual([null, null])
  await matureAll(server)
  expect([await stateOf(first), await stateOf(last)]).toEqual(['available', 'available'])
})

test('a dispute that is won leaves what another one holds', async () => {
  const fan = await makePerson(server, 'wins_and_loses')
  const [one, other] = [await topUp(server, fan, 100), await topUp(server, fan, 100)]
  const [first, last] = [await spend(fan, 100), await spend(fan, 100)]
  const won = await dispute(one)
  const lost = await dispute(other)
  expect([await disputedBy(first), await disputedBy(last)]).toEqual([lost, won])
  await sandbox().moveDispute(won, 'won')
  await settleDispute(server.app, won)
  expect([await disputedBy(first), await disputedBy(last)]).toEqual([lost, null])
})

test('a dispute of tokens that were not spent holds nothing', async () => {
  const fan = await makePerson(server, 'spends_others')
  await topUp(server, fan, 100)
  const charge = await spend(fan, 50)
  const id = await dispute(await topUp(server, fan, 100))
  expect([id.length > 0, await disputedBy(charge)]).toEqual([true, null])
})

function sandbox() {
  const { sandbox: found } = server.app.payments
  if (!found) throw new Error('the test needs the sandbox')
  return found
}

async function spend(fan: Person, tokens: number): Promise<string> {
  const _id = randomUUID()
  await transact(server.app, fan.actor, (tx) => tip(tx, { _id, performerId: creator.id, tokens, message: '' }))
  return _id
}

async function dispute(order: Pick<PaymentOrder, 'id'>): Promise<string> {
  const id = await sandbox().openDispute({ paymentId: String((await orderOf(order)).paymentId) })
  await settleDispute(server.app, id)
  return id
}

function orderOf({ id }: Pick<PaymentOrder, 'id'>): Promise<PaymentOrder> {
  return server.app.orm.em.fork().findOneOrFail(PaymentOrder, { id })
}

async function stateOf(id: string): Promise<string> {
  return (await server.app.orm.em.fork().findOneOrFail(Charge, { id })).state
}

async function disputedBy(id: string): Promise<string | null> {
  return (await server.app.orm.em.fork().findOneOrFail(Charge, { id })).disputeId ?? null
}
