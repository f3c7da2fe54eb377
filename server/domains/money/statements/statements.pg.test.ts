import { randomUUID } from 'node:crypto'
import type { Statement as Signed, StatementHead } from '@vesper/sync/vesper/statements/statement.ts'
import { FIRST_HASH } from '@vesper/sync/vesper/statements/statement.ts'
import { verifyStatement } from '@vesper/sync/vesper/statements/verify-statement.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { changeSettings } from '../../site/settings/commands.ts'
import { recordCardSale, returnToCard } from '../money/charges/card-sale.ts'
import { Charge } from '../money/charges/entity.ts'
import { matureEarnings } from '../money/charges/mature-earnings.ts'
import { refundCharge } from '../money/charges/refund.ts'
import { takeCharge } from '../money/charges/take.ts'
import { fillWallet } from '../money/testing/books.ts'
import { PayoutDetails } from '../payouts/details/entity.ts'
import { askPayout } from '../payouts/requests/commands.ts'
import { Payout } from '../payouts/requests/entity.ts'
import { payoutStanding } from '../payouts/requests/payout-standing.ts'
import { approvePayout, confirmPayout } from '../payouts/requests/review.ts'
import { payWithoutFactor } from '../payouts/testing/pay-without-factor.ts'
import { Statement, StatementKey } from './entity.ts'
import { makeAllStatements, makeStatements } from './make-statements.ts'
import { rotateKey } from './sign-head.ts'
import { statementView } from './views.ts'

/** Many more at night: `MONEY_RUNS=200 MONEY_SEED=7`. */
const { MONEY_RUNS = '3', MONEY_SEED = '1' } = process.env
const DAY_MS = 86_400_000

let server: TestServer
let now = new Date('2026-01-05T12:00:00.000Z')
let fan: Person

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  await payWithoutFactor(server)
  const rates = { taxBps: 1900, commissionBps: 2000, holdDays: 3, minimumPayoutAmount: 1 }
  await run((tx) => changeSettings(tx, rates))
  fan = await makePerson(server, 'fan')
})
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
function run<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return transact(server.app, null, work)
}
const wait = (days: number) => void (now = new Date(now.getTime() + days * DAY_MS))

async function makeCreator(): Promise<Person> {
  const creator = await makePerson(server, `creator_${randomUUID().slice(0, 8)}`, true)
  await run(async (tx) => {
    const bank = { method: 'bank', bank: 'sealed', bankLast4: '3000', bankCountry: 'DE' } as const
    tx.em.create(PayoutDetails, { performerId: creator.id, ...bank, updatedAt: tx.now })
  })
  return creator
}

async function sell({ id: performerId }: Person, tokens: number): Promise<Charge> {
  await fillWallet(server, fan.id, { paid: tokens })
  const asked = { id: randomUUID(), type: 'tip', targetId: performerId, performerId, fanId: fan.id, tokens } as const
  return (await run((tx) => takeCharge(tx, asked))).charge
}

function sellByCard({ id: performerId }: Person, cents: number): Promise<Charge> {
  const sale = { type: 'subscription', fanId: fan.id, performerId, targetId: randomUUID() } as const
  return run((tx) => recordCardSale(tx, { ...sale, orderId: randomUUID(), cents }))
}

async function payOut(creator: Person, share: number): Promise<Payout | null> {
  while ((await matureEarnings(server.app)) > 0);
  const payout = await transact(server.app, creator.actor, async (tx) => {
    const { version, facts } = await payoutStanding(tx, creator.id)
    const amount = Math.floor(facts.available * share)
    if (amount < 200) return null
    return (await askPayout(tx, { _id: randomUUID(), amount, version, method: 'bank', note: '' })).payout
  })
  if (!payout) return null
  await run((tx) => approvePayout(tx, payout.id))
  await run((tx) => confirmPayout(tx, payout.id, null))
  return payout
}

async function statementsOf({ id: performerId }: Person): Promise<Signed[]> {
  await makeStatements(server.app, performerId)
  const made = await em().find(Statement, { performerId }, { orderBy: { month: 'asc' }, populate: ['lines'] })
  return made.map(statementView)
}

async function keys(): Promise<Record<string, string>> {
  return Object.fromEntries((await em().find(StatementKey, {})).map(({ id, publicKey }) => [id, publicKey]))
}

const linesIn = (statements: readonly Signed[], ...kinds: string[]) =>
  statements.flatMap(({ lines }) => lines.map(({ line }) => line)).filter(({ kind }) => kinds.includes(kind))
const sumOf = (lines: readonly Record<string, unknown>[], field = 'share') =>
  lines.reduce((sum, line) => sum + Number(line[field]), 0)

test('a month is a chain from its opening to its closing balance, signed, and goes on in the next month', async () => {
  const creator = await makeCreator()
  // Its share is whole cents: a payout covers the whole of it.
  const sale = await sell(creator, 119)
  now = new Date('2026-02-03T12:00:00.000Z')
  const [first, ...others] = await statementsOf(creator)
  expect(others).toEqual([])
  const shown = { kind: 'sale', id: sale.id, what: 'tip', tokens: 119, price: 59_500, tax: sale.tax, share: sale.share }
  expect(first?.lines.map(({ line }) => line)).toMatchObject([
    { kind: 'opening', balance: 0 },
    { ...shown, fee: sale.revenue, freeAt: '2026-01-08T12:00:00.000Z', payout: null },
    { kind: 'closing', balance: sale.share },
  ])
  expect(first?.head).toMatchObject({
    month: '2026-01',
    prevHash: FIRST_HASH,
    opening: 0,
    closing: sale.share,
    count: 3,
  })
  const payout = await payOut(creator, 1)
  await run((tx) => refundCharge(tx, { chargeId: sale.id, tokens: 40, reason: 'Test', key: randomUUID() }))
  now = new Date('2026-03-01T01:00:00.000Z')
  const [again, second] = await statementsOf(creator)
  expect(again).toEqual(first)
  expect(second?.head).toMatchObject({ month: '2026-02', prevHash: first?.head.hash, opening: sale.share })
  expect(linesIn(second ? [second] : [], 'payout', 'refund')).toMatchObject([
    { kind: 'payout', id: payout?.id, share: -(payout?.amount ?? 0) * 100, sales: [sale.number] },
    { kind: 'refund', sale: sale.id, receipt: sale.number, tokens: -40, price: -20_000 },
  ])
  for (const statement of [first, second])
    expect(await verifyStatement(statement, await keys())).toEqual({ is: 'right' })
})

test('the lines of random histories sum to the ledger and to the payouts, and no statement changes later', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('sell' as const), tokens: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ kind: fc.constant('card' as const), tokens: fc.integer({ min: 1, max: 9000 }) }),
    fc.record({ kind: fc.constant('return' as const), tokens: fc.integer({ min: 1, max: 400 }), place: fc.nat() }),
    fc.record({ kind: fc.constant('pay' as const), share: fc.constantFrom(0.5, 1) }),
    fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 25 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const creator = await makeCreator()
      const early = new Map<string, Signed>()
      for (const one of steps) {
        if (one.kind === 'sell') await sell(creator, one.tokens)
        if (one.kind === 'card') await sellByCard(creator, one.tokens)
        if (one.kind === 'return') await giveBack(creator, one)
        if (one.kind === 'pay') await payOut(creator, one.share)
        if (one.kind !== 'wait') continue
        wait(one.days)
        for (const statement of await statementsOf(creator)) {
          const known = early.get(statement.head.month)
          if (known) expect(statement).toEqual(known)
          early.set(statement.head.month, statement)
        }
      }
      wait(40)
      await expectWhole(creator)
    }),
    { numRuns: Number(MONEY_RUNS), seed: Number(MONEY_SEED) },
  )
})

async function giveBack(creator: Person, { tokens, place }: { tokens: number; place: number }): Promise<void> {
  const open = await em().find(Charge, { performerId: creator.id, status: 'done' }, { orderBy: { number: 'asc' } })
  const charge = open[place % Math.max(1, open.length)]
  if (!charge) return
  const [count, key] = [Math.min(tokens, charge.tokens - charge.refundedTokens), randomUUID()]
  await run(async (tx) => {
    if (charge.orderId == null) await refundCharge(tx, { chargeId: charge.id, tokens: count, reason: 'Test', key })
    else {
      const locked = await tx.em.findOneOrFail(Charge, { id: charge.id })
      await returnToCard(tx, locked, { cents: count, reason: place % 2 === 0 ? 'refund' : 'dispute', key })
    }
  })
}

async function expectWhole(creator: Person): Promise<void> {
  const statements = await statementsOf(creator)
  let before: StatementHead | null = null
  for (const { head, ...statement } of statements) {
    expect(await verifyStatement({ head, ...statement }, await keys())).toEqual({ is: 'right' })
    expect([head.prevHash, head.opening]).toEqual([before?.hash ?? FIRST_HASH, before?.closing ?? 0])
    before = head
  }
  const moving = linesIn(statements, 'sale', 'refund', 'dispute', 'regained', 'payout', 'adjustment')
  const [ledger] = await em().execute<{ sum: string }[]>(
    `select coalesce(sum(e.amount), 0) as sum from money_entry e join money_account a on a.id = e.account_id
     where a.owner_id = ? and a.unit = 'money'`,
    [creator.id],
  )
  expect([sumOf(moving), before?.closing ?? 0]).toEqual([Number(ledger?.sum), Number(ledger?.sum)])
  const paid = await em().find(Payout, { performerId: creator.id, status: 'paid' })
  expect(sumOf(linesIn(statements, 'payout'))).toBe(-paid.reduce((sum, { amount }) => sum + amount * 100, 0))
  const charges = await em().find(Charge, { performerId: creator.id })
  expect(sumOf(linesIn(statements, 'sale', 'refund', 'dispute'))).toBe(
    charges.reduce((sum, { share, refundedShare }) => sum + share - refundedShare, 0),
  )
  for (const sale of linesIn(statements, 'sale'))
    expect(sumOf([sale], 'tax') + sumOf([sale], 'fee') + sumOf([sale])).toBe(sale['price'])
}

test('the job makes each statement once, an hour after the month has ended', async () => {
  now = new Date('2027-05-20T12:00:00.000Z')
  const creator = await makeCreator()
  await sell(creator, 10)
  const count = () => em().count(Statement, { performerId: creator.id })
  now = new Date('2027-06-01T00:59:59.000Z')
  await makeAllStatements(server.app)
  expect(await count()).toBe(0)
  now = new Date('2027-06-01T01:00:00.000Z')
  await Promise.all([makeAllStatements(server.app), makeAllStatements(server.app)])
  expect(await count()).toBe(1)
  // Two servers at once, and the creator who looks: none of them fails, and each month has one.
  now = new Date('2027-09-01T01:00:00.000Z')
  await Promise.all(Array.from({ length: 4 }, () => makeStatements(server.app, creator.id)))
  expect(await count()).toBe(4)
})

test('the database refuses to change a statement', async () => {
  const creator = await makeCreator()
  await sell(creator, 10)
  wait(40)
  await statementsOf(creator)
  await expect(em().nativeUpdate(Statement, { performerId: creator.id }, { signature: 'x' })).rejects.toThrow()
  await expect(em().nativeDelete(Statement, { performerId: creator.id })).rejects.toThrow()
})

test('statements that an earlier key has signed are right after another one signs', async () => {
  const creator = await makeCreator()
  await sell(creator, 10)
  wait(31)
  const [first] = await statementsOf(creator)
  const { id } = await run(rotateKey)
  wait(31)
  const made = await statementsOf(creator)
  expect(made.map(({ head }) => head.keyId === id)).toEqual(made.map((_, place) => place > 0))
  expect(made[0]).toEqual(first)
  for (const statement of made) expect(await verifyStatement(statement, await keys())).toEqual({ is: 'right' })
  const listed = (await call(server, 'GET /statements/key')).body['keys'] as { id: string }[]
  expect([listed.length, listed[0]?.id]).toEqual([2, id])
})

test('a creator reads their own statements alone', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()]
  await sell(creator, 10)
  const month = now.toISOString().slice(0, 7)
  wait(40)
  const signedIn = { creator: await freshToken(creator), other: await freshToken(other) }
  const list = await call(server, 'GET /performer/statements', { token: signedIn.creator })
  expect(list.body['data']).toMatchObject([{ month, performerId: creator.id }])
  const one = await call(server, `GET /performer/statements/${month}`, { token: signedIn.creator })
  expect(await verifyStatement(one.body, await keys())).toEqual({ is: 'right' })
  expect((await call(server, 'GET /performer/statements', { token: signedIn.other })).body['data']).toEqual([])
  expect((await call(server, `GET /performer/statements/${month}`, { token: signedIn.other })).status).toBe(404)
  expect((await call(server, 'GET /performer/statements/2026-13', { token: signedIn.creator })).status).toBe(400)
})

/** A session of now: those of before have ended with the clock of the test. */
async function freshToken({ user }: Person): Promise<string> {
  return (await signIn(server, user)).token
}
