import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { changeSettings } from '../../site/settings/commands.ts'
import { payWithoutFactor } from '../payouts/testing/pay-without-factor.ts'
import { brokenRules, fillWallet } from './testing/books.ts'
import { watchStatements, withCut } from './testing/cut-connections.ts'
import type { Cut } from './testing/cut-connections.ts'
import { apply, COMMISSION_BPS, emptyWorld, PAYOUT_MINIMUM_CENTS, TAX_BPS } from './testing/money-model.ts'
import type { Command, World } from './testing/money-model.ts'
import { makeStage, readSeen, seenOf } from './testing/money-stage.ts'
import type { Stage } from './testing/money-stage.ts'
import { runCommand } from './testing/run-command.ts'

const PEOPLE = 2
const STOCK = 3
const COMMANDS = 20
/** Many more at night: `MONEY_RUNS=200 MONEY_SEED=7`. */
const { MONEY_RUNS = '2', MONEY_SEED = '1' } = process.env

let server: TestServer

beforeAll(async () => {
  watchStatements()
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  await payWithoutFactor(server)
  const minimumPayoutAmount = PAYOUT_MINIMUM_CENTS / 100
  const rates = { taxBps: TAX_BPS, commissionBps: COMMISSION_BPS, holdDays: 0, minimumPayoutAmount }
  await transact(server.app, null, (tx) => changeSettings(tx, rates))
})
afterAll(() => server.stop())

const place = fc.nat({ max: PEOPLE - 1 })
/** Stands for one of the payments made so far, or for none. */
const earlier = fc.nat({ max: 40 })

const wanted = fc.oneof(
  fc.record({ kind: fc.constant('top-up' as const), fan: place, tokens: fc.constantFrom(100, 400, 900) }),
  fc.record({
    kind: fc.constant('tip' as const),
    fan: place,
    creator: place,
    tokens: fc.integer({ min: 9, max: 150 }),
  }),
  fc.record({
    ...{ kind: fc.constant('buy' as const), fan: place, creator: place },
    ...{ post: fc.nat({ max: 1 }), isStale: fc.nat({ max: 9 }).map((chance) => chance === 0) },
  }),
  fc.record({ kind: fc.constant('subscribe' as const), fan: place, creator: place }),
  fc.record({
    ...{ kind: fc.constant('order' as const), fan: place, creator: place },
    quantity: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), earlier }),
  fc.record({ kind: fc.constant('refund' as const), earlier, tokens: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant('mature' as const) }),
  fc.record({
    ...{ kind: fc.constant('hold' as const), fan: place, creator: place },
    tokens: fc.integer({ min: 1, max: 120 }),
  }),
  fc.record({
    ...{ kind: fc.constantFrom('extend' as const, 'capture' as const), earlier },
    tokens: fc.integer({ min: 1, max: 150 }),
  }),
  fc.record({ kind: fc.constant('release' as const), earlier }),
  fc.record({ kind: fc.constant('ask-payout' as const), creator: place, cents: fc.integer({ min: 90, max: 900 }) }),
  fc.record({ kind: fc.constantFrom('cancel-payout', 'approve-payout', 'confirm-payout'), earlier }),
)
type Wanted = typeof wanted extends fc.Arbitrary<infer One> ? One : never

const cut: fc.Arbitrary<Cut | null> = fc.option(
  fc.record({ at: fc.integer({ min: 1, max: 45 }), when: fc.constantFrom('before' as const, 'after' as const) }),
  { freq: 4 },
)
const step = fc.record({ wanted, id: fc.uuid(), cut })

test('any commands, cut off at any statement, leave the wallets, sales, orders and payouts of a pure model', async () => {
  let cuts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: COMMANDS, maxLength: COMMANDS }), async (steps) => {
      const stage = await makeStage(server, PEOPLE, STOCK)
      let world = await begin(stage)
      for (const one of steps) {
        const command = commandOf(world, one)
        const halfway = one.cut === null ? null : await cutOff(stage, world, { command, cut: one.cut })
        if (halfway?.isCut) cuts += 1
        world = await runWhole(stage, world, { command, wasDone: halfway?.wasDone ?? false })
      }
    }),
    { numRuns: Number(MONEY_RUNS), seed: Number(MONEY_SEED), endOnFailure: true },
  )
  expect(cuts).toBeGreaterThan(Number(MONEY_RUNS))
}, 600_000)

/** Each fan begins with bought tokens and given ones. */
async function begin(stage: Stage): Promise<World> {
  const world = emptyWorld(PEOPLE, STOCK)
  for (const [index, fan] of world.fans.entries()) {
    Object.assign(fan, { paid: 150, granted: 40 })
    await fillWallet(server, stage.fans[index]?.id ?? '', fan)
  }
  return world
}

/** Runs a command whose connection is cut: all of it has happened, or nothing. */
async function cutOff(
  stage: Stage,
  world: World,
  { command, cut: where }: { command: Command; cut: Cut },
): Promise<{ isCut: boolean; wasDone: boolean }> {
  const isCut = await withCut(where, () => runCommand(stage, command).catch(() => null))
  const seen = await readSeen(stage)
  const [before, after] = [seenOf(world), seenOf(apply(world, command) ?? world)]
  const context = `${JSON.stringify(command)} cut ${JSON.stringify(where)}`
  // Earnings become free one by one.
  if (command.kind !== 'mature') expect([before, after], context).toContainEqual(seen)
  return { isCut, wasDone: !isDeepStrictEqual(seen, before) }
}

/** Runs a command to its end, again where it was cut off: it has happened once. */
async function runWhole(
  stage: Stage,
  world: World,
  { command, wasDone }: { command: Command; wasDone: boolean },
): Promise<World> {
  const after = apply(world, command)
  const isTaken = await runCommand(stage, command)
  const context = JSON.stringify(command)
  // A step of an operator that was taken already is refused; a request of an account is answered as before.
  if (!wasDone || 'fan' in command) expect(isTaken, context).toBe(after !== null)
  expect(await readSeen(stage), context).toEqual(seenOf(after ?? world))
  expect(await brokenRules(server), context).toEqual([])
  return after ?? world
}

function commandOf(world: World, { wanted: asked, id }: { wanted: Wanted; id: string }): Command {
  if (!('earlier' in asked)) return { ...asked, id }
  const pick = (ids: string[]) => ids[asked.earlier % Math.max(ids.length, 1)] ?? id
  if (asked.kind === 'cancel') return { id, kind: 'cancel', order: pick(Object.keys(world.orders)) }
  if (asked.kind === 'refund') {
    // An order and a subscription give more back than one charge.
    const charges = Object.entries(world.sales).filter(([, { kind }]) => ['tip', 'feed', 'stream'].includes(kind))
    return { id, kind: 'refund', charge: pick(charges.map(([one]) => one)), tokens: asked.tokens }
  }
  if (asked.kind === 'extend' || asked.kind === 'capture' || asked.kind === 'release') {
    const hold = pick(Object.keys(world.holds))
    return asked.kind === 'release'
      ? { id, kind: 'release', hold }
      : { id, kind: asked.kind, hold, tokens: asked.tokens }
  }
  return { id, kind: asked.kind as 'cancel-payout', payout: pick(Object.keys(world.payouts)) }
}
