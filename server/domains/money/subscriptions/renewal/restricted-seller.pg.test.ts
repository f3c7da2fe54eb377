import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestServer } from '../../../../testing/server.ts'
import { liftAll, restrict } from '../../../community/cases/testing/restrict.ts'
import { Charge } from '../../money/charges/entity.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import { saveCard } from '../../payments/testing/pay.ts'
import { Subscription } from '../entity.ts'
import { daysAfter } from '../terms.ts'
import { buyByCard } from '../testing/by-card.ts'
import { join } from '../testing/subscribe.ts'
import { newPair, startTermServer } from '../testing/term-server.ts'
import { renewDue } from './renew.ts'

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
beforeAll(async () => {
  server = await startTermServer({ clock: () => now ?? new Date() })
})
afterAll(() => server.stop())
beforeEach(() => {
  now = null
})
const em = () => server.app.orm.em.fork()

test('no fan is charged for a creator who may not sell, and the subscription goes on once that ends', async () => {
  const { creator, fan } = await newPair(server)
  await fillWallet(server, fan.id, { paid: 1_000 })
  const { paidThrough } = await join(server, fan, { to: creator })
  await restrict(server, creator.id, 'sell')
  for (const days of [0, 1, 8, 40]) {
    now = daysAfter(paidThrough, days)
    await renewDue(server.app)
  }
  const read = () => em().findOneOrFail(Subscription, { userId: fan.id })
  expect(await read()).toMatchObject({ endedAt: null, problem: null, autoRenew: true })
  expect(await em().count(Charge, { fanId: fan.id })).toBe(1)
  await liftAll(server, creator.id)
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'active', problem: null })
  expect((await read()).paidThrough > server.app.clock()).toBe(true)
  expect(await em().count(Charge, { fanId: fan.id })).toBe(2)
  expect(await brokenRules(server)).toEqual([])
})

test('a renewal by card places no order while its creator may not sell', async () => {
  const { creator, fan } = await newPair(server)
  const cardId = await saveCard(server, fan)
  await buyByCard(server, fan, { to: creator, cardId })
  const { paidThrough } = await em().findOneOrFail(Subscription, { userId: fan.id })
  await restrict(server, creator.id, 'sell')
  now = paidThrough
  await renewDue(server.app)
  expect(await em().count(PaymentOrder, { userId: fan.id })).toBe(1)
})

test('a subscription that was canceled ends in its time all the same', async () => {
  const { creator, fan } = await newPair(server)
  await fillWallet(server, fan.id, { paid: 1_000 })
  const { id, paidThrough } = await join(server, fan, { to: creator })
  await restrict(server, creator.id, 'sell')
  await em().nativeUpdate(Subscription, { id }, { autoRenew: false })
  now = paidThrough
  await renewDue(server.app)
  expect(await em().findOneOrFail(Subscription, { id })).toMatchObject({ status: 'ended' })
})
