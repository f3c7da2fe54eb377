import type { Limits } from '@vesper/sync/vesper/records/budget.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { Mail } from '../../../../infra/mail/entity.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { NotificationEvent } from '../../../notify/notifications/entity.ts'
import { budgetOf } from '../../money/budget/budget-of.ts'
import { setBudget } from '../../money/budget/set-budget.ts'
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
import { warnOfLimits } from './warn-of-limit.ts'

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
let creator: Person
let fan: Person

beforeAll(async () => {
  server = await startTermServer({ clock: () => now ?? new Date() })
})
beforeEach(async () => {
  now = null
  ;({ creator, fan } = await newPair(server))
  await fillWallet(server, fan.id, { paid: 1000 })
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const read = () => em().findOneOrFail(Subscription, { userId: fan.id })
const mails = async () =>
  (await em().find(Mail, { to: fan.user.email ?? '' }, { orderBy: { createdAt: 'asc' } })).map(({ subject }) => subject)
const warnings = () => em().count(NotificationEvent, { userId: fan.id, event: 'renewal-beyond-limit' })

function limit(limits: Partial<Limits>) {
  return transact(server.app, fan.actor, async (tx) => {
    const version = (await budgetOf(tx, fan.id))?.version ?? 0
    return setBudget(tx, { day: null, month: null, creator: null, ...limits, version })
  })
}

test('a renewal beyond a limit is announced once, three days before, and not charged', async () => {
  const { paidThrough } = await join(server, fan, { to: creator })
  await limit({ creator: 499 })
  now = daysAfter(paidThrough, -4)
  await warnOfLimits(server.app)
  expect(await warnings()).toBe(0)
  now = daysAfter(paidThrough, -3)
  await warnOfLimits(server.app)
  await warnOfLimits(server.app)
  expect(await warnings()).toBe(1)
  expect((await mails()).at(-1)).toBe(`Your subscription to ${creator.user.name} is beyond your limit`)
  now = paidThrough
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'ended', accessUntil: paidThrough })
  now = daysAfter(paidThrough, 8)
  await renewDue(server.app)
  expect(await em().count(Charge, { fanId: fan.id })).toBe(1)
  expect((await mails()).at(-1)).toBe(`Your subscription to ${creator.user.name} has ended`)
})

test('a renewal by card beyond a limit places no order', async () => {
  const cardId = await saveCard(server, fan)
  await buyByCard(server, fan, { to: creator, cardId })
  const { paidThrough } = await read()
  await limit({ day: 499 })
  now = daysAfter(paidThrough, -3)
  await warnOfLimits(server.app)
  expect(await warnings()).toBe(1)
  now = paidThrough
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'ended', orderId: null })
  expect(await em().count(PaymentOrder, { userId: fan.id, isRenewal: true })).toBe(0)
})

test('a renewal within the limits, and one whose raise holds by then, is charged without a word', async () => {
  const { paidThrough } = await join(server, fan, { to: creator })
  await limit({ month: 100 })
  now = daysAfter(paidThrough, -3)
  await limit({ month: 500 })
  await warnOfLimits(server.app)
  expect(await warnings()).toBe(0)
  now = paidThrough
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'active' })
  expect(await em().count(Charge, { fanId: fan.id })).toBe(2)
})
