import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../../infra/audit/entity.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { atDesk, makeStaff } from '../../../people/staff/testing/make-staff.ts'
import { Charge } from '../../money/charges/entity.ts'
import { brokenRules } from '../../money/testing/books.ts'
import { watchStatements, withCut } from '../../money/testing/cut-connections.ts'
import { sell } from '../../payouts/testing/earn.ts'
import { buyByCard } from '../../subscriptions/testing/by-card.ts'
import { offer } from '../../subscriptions/testing/subscribe.ts'
import { admin } from '../admin.ts'
import { PaymentOrder } from '../orders/entity.ts'
import { CardRefund } from '../refunds/entity.ts'
import { refundCard, refundCardJob } from '../refunds/refund-card.ts'
import { saveCard } from '../testing/pay.ts'
import { refundAlone } from './refund-approval.ts'

let server: TestServer
let [fan, creator, ada, ben, helper]: Person[] = []
let count = 0

beforeAll(async () => {
  watchStatements()
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  ;[ada, ben, helper] = [
    await makeStaff(server, 'finance'),
    await makeStaff(server, 'finance'),
    await makeStaff(server, 'support'),
  ]
})
beforeEach(async () => {
  count += 1
  fan = await makePerson(server, `fan_${count}`)
  creator = await makePerson(server, `creator_${count}`, true)
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const em = () => server.app.orm.em.fork()
const must = (person: Person | undefined) => person ?? expect.fail('nobody')
const at = (by: Person | undefined, target: Parameters<typeof atDesk>[1], body?: unknown) =>
  atDesk({ server, by: must(by) }, target, body)
const SECOND = { status: 403, body: { details: [{ path: 'approval', message: 'charge.refund' }] } }

/** A tip out of the fan's wallet, of 5 cents a token. */
const tip = (tokens: number) => sell(server, { from: must(fan), to: must(creator), tokens })

const refund = (by: Person | undefined, chargeId: string, given: { count: number; refunded?: number; _id?: string }) =>
  at(by, `POST /desk/charges/${chargeId}/refund`, { _id: randomUUID(), refunded: 0, reason: 'Asked for.', ...given })

async function paidByCard(price = 500): Promise<Charge> {
  await offer(server, must(creator), { prices: { monthly: price } })
  await buyByCard(server, must(fan), { to: must(creator), cardId: await saveCard(server, must(fan)) })
  return em().findOneOrFail(Charge, { fanId: must(fan).id })
}

const entriesOf = (chargeId: string) => em().count(AuditEntry, { subjectId: chargeId, action: 'charge.refund' })
const finish = async () => {
  for (const { id } of (await refundCardJob.unfinished?.(server.app)) ?? []) await refundCard(server.app, id)
}
const atGateway = async ({ orderId }: Charge) => {
  const { paymentId } = await em().findOneOrFail(PaymentOrder, { id: orderId ?? '' })
  return (await server.app.payments.gateway?.readPayment(paymentId ?? ''))?.refunds ?? []
}

/** Decides on a refund of 3 cents as a call of the desk does. */
function decide(charge: Charge, key: string): Promise<number> {
  const desk = { permissions: ['refunds.make', 'payouts.decide'], network: '127.0.0.0', requestId: 'r' } as const
  const actor: Actor = { ...must(ada).actor, desk }
  return transact(server.app, actor, (tx) => refundAlone(tx, { chargeId: charge.id, count: 3, reason: 'Asked', key }))
}

/** The keys of what was decided, each of which has its entry, and of what the gateway has made of it. */
async function keysOf(charge: Charge): Promise<{ made: string[]; sent: string[] }> {
  const made = sorted((await em().find(CardRefund, { chargeId: charge.id })).map(({ id }) => id))
  const noted = await em().find(AuditEntry, { subjectId: charge.id, action: 'charge.refund' })
  expect(sorted(noted.map(({ after }) => (after as { key: string }).key))).toEqual(made)
  const sent = sorted((await atGateway(charge)).map(({ key }) => key ?? expect.fail('made elsewhere')))
  expect(sent.every((key) => made.includes(key))).toBe(true)
  return { made, sent }
}

const sorted = (keys: string[]) => keys.toSorted((a, b) => a.localeCompare(b))

test('a refund to a wallet is made once, with its entry, and of what the person saw', async () => {
  const id = await tip(100)
  const _id = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await refund(ada, id, { count: 40, _id })).status).toBe(200)
  expect(await em().findOneOrFail(Charge, { id })).toMatchObject({ refundedTokens: 40 })
  expect(await entriesOf(id)).toBe(1)
  expect(await refund(ada, id, { count: 40 })).toMatchObject({
    ...{ status: 409, body: { message: 'This payment has changed. Look at it again.' } },
  })
  const all = await Promise.all([ada, ben, ada, ben].map((by) => refund(by, id, { count: 20, refunded: 40 })))
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const { body } = await at(ada, `GET /desk/charges?q=${must(fan).user.username}`)
  expect(body).toMatchObject({ data: [{ _id: id, refunded: 60, count: 100, unit: 5, paidBy: 'wallet' }], total: 1 })
})

test('support gives back 20.00 of a payment, in one part or in many', async () => {
  const id = await tip(1_000)
  const refused = { status: 403, body: { message: /at most 20\.00/ } }
  expect((await refund(helper, id, { count: 401 })).body['message']).toMatch(refused.body.message)
  expect((await refund(helper, id, { count: 399 })).status).toBe(200)
  expect((await refund(helper, id, { count: 2, refunded: 399 })).status).toBe(403)
  expect((await refund(helper, id, { count: 1, refunded: 399 })).status).toBe(200)
  const payload = { chargeId: id, count: 500, key: randomUUID() }
  const body = { _id: randomUUID(), kind: 'charge.refund', payload, reason: 'More.' }
  expect((await at(helper, 'POST /desk/approvals', body)).body['message']).toMatch(refused.body.message)
})

test('a refund is no key to another payment, whoever sends it', async () => {
  const [first, second] = [await tip(1_000), await tip(10_000)]
  const _id = randomUUID()
  const send = (id: string, count: number) =>
    at(helper, `POST /desk/charges/${id}/refund`, { _id, count, refunded: 0, reason: 'Asked for.' })
  expect((await send(first, 1)).status).toBe(200)
  expect((await send(second, 9_000)).status).toBe(409)
  const row = await em().execute<{ given: number }[]>('select refunded_tokens as given from charge where id = ?', [
    second,
  ])
  expect(Number(row[0]?.given)).toBe(0)
})

test('one person gives back less than 100.00, in parts too; a second one approves more', async () => {
  const id = await tip(4_000)
  expect(await refund(ada, id, { count: 2_000 })).toMatchObject(SECOND)
  expect((await refund(ada, id, { count: 1_999 })).status).toBe(200)
  expect(await refund(ada, id, { count: 1, refunded: 1_999 })).toMatchObject(SECOND)
  const line = admin['refund']?.run({ app: server.app, args: [id, '1', 'More'], print: () => {} })
  await expect(line).rejects.toThrow('Ask for it in the desk, at /desk/money.')
  const ask = async (part: number) => {
    const _id = randomUUID()
    const payload = { chargeId: id, count: part, key: randomUUID() }
    const { status } = await at(ada, 'POST /desk/approvals', { _id, kind: 'charge.refund', payload, reason: 'More.' })
    return { _id, status }
  }
  expect((await ask(2_002)).status).toBe(409)
  const { _id } = await ask(2_001)
  expect((await at(ada, `POST /desk/approvals/${_id}/execute`)).status).toBe(403)
  expect((await at(ben, `POST /desk/approvals/${_id}/execute`)).status).toBe(200)
  expect(await em().findOneOrFail(Charge, { id })).toMatchObject({ refundedTokens: 4_000, status: 'refunded' })
})

test('nobody gives their own payment back', async () => {
  fan = ben
  const id = await tip(10)
  expect(await refund(ben, id, { count: 1 })).toMatchObject({
    ...{ status: 403, body: { message: 'Another person has to decide on your own account.' } },
  })
  expect((await refund(ada, id, { count: 1 })).status).toBe(200)
})

test('a decision that is cut at any statement leaves a refund with its entry, or neither', async () => {
  const charge = await paidByCard()
  let cuts = 0
  for (const when of ['before', 'after'] as const) {
    for (let place = 1, isCut = true; isCut; place += 1) {
      isCut = await withCut({ at: place, when }, () => decide(charge, randomUUID()).catch(() => {}))
      cuts += Number(isCut)
      await keysOf(charge)
    }
  }
  expect(cuts).toBeGreaterThan(20)
  await finish()
  const { made, sent } = await keysOf(charge)
  expect(sent).toEqual(made)
}, 60_000)

test('a refund that is cut before or after any call of the gateway is made once', async () => {
  const charge = await paidByCard()
  const { gateway } = server.app.payments
  if (!gateway) throw new Error('there is no gateway')
  const { refund: give, readPayment } = gateway
  for (const cut of [1, 2, 3].flatMap((place) => [place - 0.5, place + 0.5])) {
    let calls = 0
    const cutting = <Input, Answer>(work: (input: Input) => Promise<Answer>) => {
      return async (input: Input) => {
        calls += 1
        if (calls - 0.5 === cut) throw new Error('killed')
        const answer = await work(input)
        if (calls + 0.5 === cut) throw new Error('killed')
        return answer
      }
    }
    await decide(charge, randomUUID())
    Object.assign(gateway, { refund: cutting(give), readPayment: cutting(readPayment) })
    try {
      await expect(finish()).rejects.toThrow('killed')
    } finally {
      Object.assign(gateway, { refund: give, readPayment })
    }
    // The provider forgets keys after a day.
    await em().execute('delete from sandbox_gateway.call')
    await finish()
    const { made, sent } = await keysOf(charge)
    expect(sent).toEqual(made)
  }
  expect(await em().findOneOrFail(PaymentOrder, { id: charge.orderId ?? '' })).toMatchObject({ refunded: 18 })
})

test('a refund whose answer never came is not made again days later, and one that the gateway refuses says so', async () => {
  const charge = await paidByCard()
  const { gateway } = server.app.payments
  if (!gateway) throw new Error('there is no gateway')
  const whole = gateway.refund
  gateway.refund = async (asked) => {
    await whole(asked)
    throw new Error('the connection broke off')
  }
  try {
    expect((await refund(ada, charge.id, { count: 120 })).status).toBe(200)
    await expect(finish()).rejects.toThrow('broke off')
  } finally {
    gateway.refund = whole
  }
  // The cents under way count as given.
  const left = { status: 409, body: { message: 'Only 380 cents of this payment are left to give back.' } }
  expect(await refund(ada, charge.id, { count: 381, refunded: 120 })).toMatchObject(left)
  // The provider forgets keys after a day.
  await em().execute('delete from sandbox_gateway.call')
  await finish()
  expect((await atGateway(charge)).map(({ amount }) => amount)).toEqual([120])
  expect((await refund(ada, charge.id, { count: 100, refunded: 120 })).status).toBe(200)
  const { paymentId } = await em().findOneOrFail(PaymentOrder, { id: charge.orderId ?? '' })
  await server.app.payments.sandbox?.openDispute({ paymentId: paymentId ?? '' })
  await finish()
  const { body } = await at(ada, `GET /desk/charges?q=${charge.id}`)
  expect(body['data']).toMatchObject([
    { refund: { state: 'failed', amount: 100, failure: 'This payment cannot be given back any more.' } },
  ])
})

test('1,000 tokens are given by one person in a day, more by two, and the balance may not change between', async () => {
  const username = must(fan).user.username
  const give = (tokens: number, _id = randomUUID()) =>
    at(ada, 'POST /desk/tokens', { _id, username, tokens, reason: 'A present.' })
  const _id = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await give(600, _id)).status).toBe(200)
  expect(await em().count(AuditEntry, { subjectId: must(fan).id, action: 'wallet.grant' })).toBe(1)
  // Small gifts of one day count together.
  const refused = await give(401)
  expect(refused).toMatchObject({
    status: 403,
    body: {
      details: [
        { path: 'approval', message: 'tokens.grant' },
        { path: 'userId', message: must(fan).id },
      ],
    },
  })
  const ask = async () => {
    const request = randomUUID()
    const payload = { userId: must(fan).id, tokens: 5_000, key: randomUUID() }
    const body = { _id: request, kind: 'tokens.grant', payload, reason: 'A present.' }
    expect((await at(ada, 'POST /desk/approvals', body)).status).toBe(200)
    return request
  }
  const first = await ask()
  expect((await give(1)).status).toBe(200)
  expect((await at(ben, `POST /desk/approvals/${first}/execute`)).status).toBe(409)
  expect((await at(ben, `POST /desk/approvals/${first}/refuse`, { reason: 'Changed.' })).status).toBe(200)
  expect((await at(ben, `POST /desk/approvals/${await ask()}/execute`)).status).toBe(200)
  const [row] = await em().execute<{ balance: number }[]>('select balance from wallet where user_id = ?', [
    must(fan).id,
  ])
  expect(Number(row?.balance)).toBe(5_601)
  expect(
    (
      await at(ada, 'POST /desk/tokens', {
        _id: randomUUID(),
        username: must(ada).user.username,
        tokens: 1,
        reason: 'Me.',
      })
    ).status,
  ).toBe(403)
})
