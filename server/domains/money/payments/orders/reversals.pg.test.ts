import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { GatewayEvent } from '../../../../infra/payments/gateway-event.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { User } from '../../../people/accounts/entity.ts'
import { call, mailsTo } from '../../../people/accounts/testing/api.ts'
import { changeSettings } from '../../../site/settings/commands.ts'
import { Charge } from '../../money/charges/entity.ts'
import { tip } from '../../money/charges/tip.ts'
import { brokenRules } from '../../money/testing/books.ts'
import { Wallet } from '../../money/wallet.ts'
import { buyByCard, sandboxOf, seesPost } from '../../subscriptions/testing/by-card.ts'
import { offer } from '../../subscriptions/testing/subscribe.ts'
import { admin } from '../admin.ts'
import { followEvent } from '../follow-event.ts'
import { requireGateway } from '../require-gateway.ts'
import { press, saveCard } from '../testing/pay.ts'
import { PaymentOrder } from './entity.ts'
import { settlePayment } from './settle.ts'

/** Parts of a price of five: `part` is refunded and may fail, `rest` is refunded, and the bank takes all of it. */
type Step = 'part' | 'part fails' | 'rest' | 'dispute' | 'won' | 'lost'

const AFTER: Partial<Record<Step, readonly Step[]>> = {
  'part fails': ['part'],
  // The provider refunds nothing that is disputed.
  dispute: ['part', 'rest'],
  won: ['dispute'],
  lost: ['dispute'],
}

const SETS: readonly (readonly Step[])[] = [
  ['part', 'part fails', 'rest'],
  ['part', 'part fails', 'dispute', 'won'],
  ['part', 'part fails', 'dispute', 'lost'],
  ['part', 'part fails', 'rest', 'dispute', 'won'],
  ['part', 'part fails', 'rest', 'dispute', 'lost'],
]

const plays = SETS.flatMap((steps) => ordersOf(steps)).flatMap((steps) => [
  { name: `${steps.join(', ')}: each told twice at once`, steps, isLate: false },
  { name: `${steps.join(', ')}: all told twice at the end, the last first`, steps, isLate: true },
])

let server: TestServer
let creator: Person
let postId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  await transact(server.app, null, (tx) => changeSettings(tx, { contactAddress: 'staff@vesper.test' }))
  sandboxOf(server).deliverAs('late')
  creator = await makePerson(server, 'is_paid', true)
  await offer(server, creator, { prices: { monthly: 500 } })
  postId = (await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })).postId
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

test.each(plays.filter(({ isLate }) => isLate))('top-up that is not spent: $name', async ({ steps, isLate }) => {
  const { fan, order } = await boughtTokens(0)
  await play(order, { steps, isLate })
  const out = moneyOut(steps, 2500)
  const granted = 25 - Math.floor((25 * out) / 2500)
  expect(await walletOf(fan)).toEqual({ balance: 500 - out / 5 + granted, granted, debt: 0 })
  expect(await stateOf(order)).toEqual(stateAfter(steps, 2500))
})

test.each(plays.filter(({ isLate }) => !isLate))('top-up that is spent in part: $name', async ({ steps, isLate }) => {
  const { fan, order } = await boughtTokens(325)
  await play(order, { steps, isLate })
  const left = 200 - moneyOut(steps, 2500) / 5
  expect(await walletOf(fan)).toEqual({ balance: Math.max(0, left), granted: 0, debt: Math.max(0, -left) })
  expect(await stateOf(order)).toEqual(stateAfter(steps, 2500))
})

test.each(plays)('subscription by card: $name', async ({ steps, isLate }) => {
  const fan = await newFan()
  await buyByCard(server, fan, { to: creator, cardId: await saveCard(server, fan) })
  const order = await em().findOneOrFail(PaymentOrder, { userId: fan.id })
  await play(order, { steps, isLate })
  const out = moneyOut(steps, 500)
  const charge = await em().findOneOrFail(Charge, { fanId: fan.id })
  expect({ tokens: charge.refundedTokens, share: charge.refundedShare, state: charge.state }).toEqual({
    ...{ tokens: out, share: out * 80, state: out === 500 ? 'reversed' : 'pending' },
  })
  expect(await seesPost(server, fan, postId)).toBe(out < 500)
  expect(await stateOf(order)).toEqual(stateAfter(steps, 500))
  expect(await walletOf(fan)).toEqual({ balance: 0, granted: 0, debt: 0 })
})

test('a refund that fails is told to the payer and to the operator, once', async () => {
  const { fan, order } = await boughtTokens(0)
  await play(order, { steps: ['part', 'part fails'], isLate: false })
  await settlePayment(server.app, String(order.paymentId))
  const { email } = await em().findOneOrFail(User, { id: fan.id })
  const [mail, ...others] = (await mailsTo(server, email ?? '')).filter(({ subject }) => subject.includes('refund'))
  expect([mail?.subject, others.length]).toEqual(['A refund did not reach your card', 0])
  expect(mail?.text).toContain('$7.50')
  const staff = (await mailsTo(server, 'staff@vesper.test')).filter(({ text }) => text.includes(order.id))
  expect(staff.map(({ subject }) => subject)).toEqual(['A refund failed: $7.50'])
  const printed: string[] = []
  await admin['refund']?.run({ app: server.app, args: [], print: (line) => void printed.push(line) })
  expect(printed.filter((line) => line.includes(order.id))).toHaveLength(1)
})

test('a term that was given back, opened again and given back again is closed', async () => {
  const fan = await newFan()
  await buyByCard(server, fan, { to: creator, cardId: await saveCard(server, fan) })
  const { paymentId } = await em().findOneOrFail(PaymentOrder, { userId: fan.id })
  const giveAll = () =>
    requireGateway(server.app).refund({ paymentId: String(paymentId), amount: 500, key: randomUUID() })
  const sees = async () => {
    await settlePayment(server.app, String(paymentId))
    return seesPost(server, fan, postId)
  }
  const first = await giveAll()
  expect(await sees()).toBe(false)
  await sandboxOf(server).failRefund(first)
  expect(await sees()).toBe(true)
  await giveAll()
  expect(await sees()).toBe(false)
})

test('a refund that the server has read before its failure comes too late', async () => {
  const { fan, order } = await boughtTokens(0)
  const gateway = requireGateway(server.app)
  const paymentId = String(order.paymentId)
  const refund = await gateway.refund({ paymentId, amount: 2500, key: randomUUID() })
  const stale = await gateway.readPayment(paymentId)
  await sandboxOf(server).failRefund(refund)
  await settlePayment(server.app, paymentId)
  const late = {
    ...server.app,
    payments: { ...server.app.payments, gateway: { ...gateway, readPayment: async () => stale } },
  }
  await settlePayment(late, paymentId)
  expect(await walletOf(fan)).toEqual({ balance: 525, granted: 25, debt: 0 })
})

test('refunds that were noted by their sum are not taken twice', async () => {
  const { fan, order } = await boughtTokens(0)
  const gateway = requireGateway(server.app)
  const paymentId = String(order.paymentId)
  const refund = (amount: number) => gateway.refund({ paymentId, amount, key: randomUUID() })
  await refund(500)
  await settlePayment(server.app, paymentId)
  // As an earlier version has noted it.
  await em().execute(`update payment_reversal set id = ?, taken = taken->0 where order_id = ?`, [
    ...[`refund:${order.id}:500`, order.id],
  ])
  const second = await refund(250)
  await settlePayment(server.app, paymentId)
  expect(await walletOf(fan)).toMatchObject({ balance: 500 - 150 + 25 - 7 })
  await sandboxOf(server).failRefund(second)
  await settlePayment(server.app, paymentId)
  expect(await walletOf(fan)).toMatchObject({ balance: 500 - 100 + 25 - 5 })
})

const em = () => server.app.orm.em.fork()

async function newFan(): Promise<Person> {
  count += 1
  return makePerson(server, `payer_${count}`)
}

/** 500 tokens for 25.00 and 25 on top, of which some are spent. */
async function boughtTokens(spent: number) {
  const fan = await newFan()
  const _id = randomUUID()
  const body = { _id, packageId: 'medium', amount: 2500 }
  const { body: order } = await call(server, 'POST /payment/wallet/top-up', { token: fan.token, body })
  await press(server, order['url'], { answer: 'pay' })
  await call(server, `GET /stripe/confirm-payment?checkoutId=${String(order['checkoutId'])}`, { token: fan.token })
  const sale = { _id: randomUUID(), performerId: creator.id, tokens: spent, message: '' }
  if (spent > 0) await transact(server.app, fan.actor, (tx) => tip(tx, sale))
  return { fan, order: await em().findOneOrFail(PaymentOrder, { id: _id }) }
}

async function play(order: PaymentOrder, { steps, isLate }: { steps: readonly Step[]; isLate: boolean }) {
  const seen = new Set((await eventsNow()).map(({ id }) => id))
  const untold: GatewayEvent[] = []
  const does = doerOf(order)
  for (const step of steps) {
    await does[step]()
    const news = (await eventsNow()).filter(({ id }) => !seen.has(id)).toReversed()
    for (const { id } of news) seen.add(id)
    if (isLate) untold.push(...news)
    else await tellTwice(news)
  }
  await tellTwice(untold.toReversed())
}

async function tellTwice(events: readonly GatewayEvent[]): Promise<void> {
  for (const event of [...events, ...events]) await followEvent(server.app, event)
}

function eventsNow(): Promise<GatewayEvent[]> {
  return requireGateway(server.app).listEvents(new Date(Date.now() - 20_000))
}

function doerOf({ paymentId, amount }: PaymentOrder): Record<Step, () => Promise<unknown>> {
  const at = { paymentId: String(paymentId) }
  const refund = (cents: number) => requireGateway(server.app).refund({ ...at, amount: cents, key: randomUUID() })
  const sandbox = sandboxOf(server)
  let [part, dispute] = ['', '']
  return {
    part: async () => (part = await refund(partOf(amount))),
    'part fails': () => sandbox.failRefund(part),
    rest: () => refund(amount - partOf(amount)),
    dispute: async () => (dispute = await sandbox.openDispute({ ...at, amount })),
    won: () => sandbox.moveDispute(dispute, 'won'),
    lost: () => sandbox.moveDispute(dispute, 'lost'),
  }
}

/** Three tenths, which no number of tokens or bonus tokens divides evenly in all steps. */
function partOf(amount: number): number {
  return (amount * 3) / 10
}

/** The cents of a price that are with the payer after all steps, by a rule of its own. */
function moneyOut(steps: readonly Step[], amount: number): number {
  return steps.includes('lost') ? amount : refundsAfter(steps, amount)
}

function refundsAfter(steps: readonly Step[], amount: number): number {
  const part = steps.includes('part fails') ? 0 : partOf(amount)
  return steps.includes('rest') ? part + amount - partOf(amount) : part
}

function stateAfter(steps: readonly Step[], amount: number) {
  return { status: steps.includes('lost') ? 'lost' : 'paid', refunded: refundsAfter(steps, amount) }
}

async function stateOf({ id }: PaymentOrder) {
  const { status, refunded } = await em().findOneOrFail(PaymentOrder, { id })
  return { status, refunded }
}

async function walletOf({ id }: Person) {
  const found = await em().findOne(Wallet, { userId: id })
  return { balance: found?.balance ?? 0, granted: found?.granted ?? 0, debt: found?.debt ?? 0 }
}

/** All orders of some steps that the provider allows. */
function ordersOf(steps: readonly Step[], done: readonly Step[] = []): Step[][] {
  if (steps.length === done.length) return [[...done]]
  const next = steps.filter(
    (step) => !done.includes(step) && (AFTER[step] ?? []).every((one) => !steps.includes(one) || done.includes(one)),
  )
  return next.flatMap((step) => ordersOf(steps, [...done, step]))
}
