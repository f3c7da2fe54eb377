import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Charge } from '../charges/entity.ts'
import { refundCharge } from '../charges/refund.ts'
import { takeCharge } from '../charges/take.ts'
import { captureHold, hold, releaseHold } from '../holds/commands.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { budgetOf } from './budget-of.ts'
import { setBudget } from './set-budget.ts'

/** Many more at night: `MONEY_RUNS=200 MONEY_SEED=7`. */
const { MONEY_RUNS = '4', MONEY_SEED = '1' } = process.env
const TOKEN_CENTS = 5
const HOUR_MS = 3_600_000

let server: TestServer
let now = new Date('2026-11-27T20:00:00.000Z')
let creators: Person[]

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  creators = [await makePerson(server, 'limited_mara', true), await makePerson(server, 'limited_noor', true)]
})
afterAll(() => server.stop())

const tokens = fc.integer({ min: 1, max: 60 })
const creator = fc.nat({ max: 1 })
const limit = fc.option(fc.integer({ min: 0, max: 600 }), { freq: 3 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pay' as const), creator, tokens }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), place: fc.nat({ max: 9 }), tokens }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), creator, tokens }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), tokens: fc.nat({ max: 60 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('limit' as const), day: limit, month: limit, creator: limit }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Limits in a plain model: the asked ones, each with the time from which it holds. */
type Model = { limits: Record<'day' | 'month' | 'creator', { cents: number | null; from: number }[]> }
type Held = { id: string; performerId: string; cap: number }

test('random payments, refunds, holds and limits never pass a limit, and payments that fit are taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const fan = await makePerson(server, `limited_${randomUUID().slice(0, 8)}`)
      await fillWallet(server, fan.id, { paid: 10_000 })
      const begun = { cents: null, from: 0 }
      const model: Model = { limits: { day: [begun], month: [begun], creator: [begun] } }
      const open: Held[] = []
      for (const one of steps) await play(one, { fan, model, open })
    }),
    { numRuns: Number(MONEY_RUNS), seed: Number(MONEY_SEED) },
  )
  expect(await brokenRules(server)).toEqual([])
})

type World = { fan: Person; model: Model; open: Held[] }

async function play(one: Step, { fan, model, open }: World): Promise<void> {
  if (one.kind === 'wait') now = new Date(now.getTime() + one.hours * HOUR_MS)
  if (one.kind === 'limit') await setLimits(one, { fan, model, open })
  if (one.kind === 'refund') await refund(fan, one)
  if (one.kind === 'end') await endHold(open, one.tokens)
  if (one.kind !== 'pay' && one.kind !== 'hold') return
  const performerId = creators[one.creator]?.id ?? ''
  const cents = one.tokens * TOKEN_CENTS
  const fits = await isWithin({ fan, model, open }, { performerId, cents })
  const id = randomUUID()
  const asked = { id, performerId, fanId: fan.id, tokens: one.tokens }
  const isTaken = await isDone(
    one.kind === 'pay'
      ? run((tx) => takeCharge(tx, { ...asked, type: 'tip', targetId: performerId }))
      : run((tx) => hold(tx, { ...asked, tokens: 1, cap: one.tokens, expiresAt: new Date(now.getTime() + HOUR_MS) })),
  )
  expect(isTaken).toBe(fits)
  if (isTaken && one.kind === 'hold') open.push({ id, performerId, cap: one.tokens })
}

async function setLimits(asked: Extract<Step, { kind: 'limit' }>, { fan, model }: World): Promise<void> {
  const { kind: _, ...limits } = asked
  await transact(server.app, fan.actor, async (tx) =>
    setBudget(tx, { ...limits, version: (await budgetOf(tx, fan.id))?.version ?? 0 }),
  )
  for (const name of ['day', 'month', 'creator'] as const) {
    const [holds, to] = [limitNow(model, name), limits[name]]
    const waiting = model.limits[name].find(({ from }) => from > now.getTime())
    const kept = { cents: holds, from: 0 }
    const isHigher = holds !== null && (to === null || to > holds)
    const raised = waiting?.cents === to ? waiting : { cents: to, from: now.getTime() + 24 * HOUR_MS }
    model.limits[name] = isHigher ? [kept, raised] : [{ cents: to, from: 0 }]
  }
}

function limitNow({ limits }: Model, name: keyof Model['limits']): number | null {
  return limits[name].findLast(({ from }) => from <= now.getTime())?.cents ?? null
}

async function isWithin({ fan, model, open }: World, paid: { performerId: string; cents: number }): Promise<boolean> {
  const made = await server.app.orm.em.fork().find(Charge, { fanId: fan.id })
  const all = [
    ...made.map(({ createdAt, performerId, tokens: count, refundedTokens }) => ({
      ...{ day: createdAt.toISOString().slice(0, 10), performerId, cents: (count - refundedTokens) * TOKEN_CENTS },
    })),
    ...open.map(({ performerId, cap }) => ({ day: today(), performerId, cents: cap * TOKEN_CENTS })),
    { ...paid, day: today() },
  ]
  const sum = (which: (one: (typeof all)[number]) => boolean) =>
    all.filter(which).reduce((total, { cents }) => total + cents, 0)
  const isMonth = ({ day }: { day: string }) => day.slice(0, 7) === today().slice(0, 7)
  const sums = {
    day: sum(({ day }) => day === today()),
    month: sum(isMonth),
    creator: sum((one) => isMonth(one) && one.performerId === paid.performerId),
  }
  return (['day', 'month', 'creator'] as const).every((name) => sums[name] <= (limitNow(model, name) ?? Infinity))
}

const today = () => now.toISOString().slice(0, 10)

async function refund(fan: Person, { place, tokens: count }: Extract<Step, { kind: 'refund' }>): Promise<void> {
  const made = await server.app.orm.em.fork().find(Charge, { fanId: fan.id }, { orderBy: { id: 'asc' } })
  const charge = made[place % Math.max(1, made.length)]
  if (!charge) return
  const request = { chargeId: charge.id, tokens: count, reason: 'Test', key: randomUUID() }
  await isDone(run((tx) => refundCharge(tx, request)))
}

async function endHold(open: Held[], due: number): Promise<void> {
  const held = open.shift()
  if (!held) return
  const { id, performerId } = held
  const sale = { id, tokens: 1, type: 'stream', targetId: id, performerId, seconds: 1 } as const
  await run((tx) => (due === 0 ? releaseHold(tx, id) : captureHold(tx, sale).then(() => undefined)))
}

function run<Result>(work: Parameters<typeof transact<Result>>[2]): Promise<Result> {
  return transact(server.app, null, work)
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
