import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { readSnapshot } from '../../../../infra/database/read-snapshot.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { earningStats } from '../../payouts/earnings/stats.ts'
import { refundCharge } from '../charges/refund.ts'
import { tip } from '../charges/tip.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { foldEarningDays } from './fold-earning-days.ts'
import { repairEarningDays } from './repair-earning-days.ts'

const DAY_MS = 86_400_000
/** Each test has days of its own, after those of the one before: the fold goes on from there. */
const [MARCH, JUNE, JULY, AUGUST] = ['03', '06', '07', '08'].map((month) =>
  Date.parse(`2026-${month}-01T00:00:00Z`),
) as [number, number, number, number]

function clockOf({ app }: TestServer): (at: number) => void {
  const { clock } = app
  onTestFinished(() => void (app.clock = clock))
  return (at) => void (app.clock = () => new Date(at))
}

function give(tx: Tx, to: Person, { tokens, _id = randomUUID() }: { tokens: number; _id?: string }) {
  return tip(tx, { _id, performerId: to.id, tokens, message: '' })
}

async function figures({ app }: TestServer, { id }: Person, days: { from: string; to: string }) {
  const query = { ...days, by: 'day', type: undefined } as const
  const stats = await readSnapshot(app, (em) => earningStats(em, id, { query, now: app.clock(), currency: 'USD' }))
  return { ...stats, series: stats.series.filter(({ sales, refunds }) => sales !== 0 || refunds !== 0) }
}

/** The same sums by the entries of the ledger alone. */
async function ledgerOf({ app }: TestServer, { id }: Person, { from, to }: { from: string; to: string }) {
  const rows = await app.orm.em.fork().execute<{ at: string; sales: number; net: number; refunds: number }[]>(
    `select (t.created_at at time zone 'UTC')::date::text as at, count(*) filter (where t.reverses_id is null)::int as sales,
       coalesce(sum(e.amount) filter (where t.reverses_id is null), 0)::int as net,
       coalesce(-sum(e.amount) filter (where t.reverses_id is not null), 0)::int as refunds
     from money_account a join money_entry e on e.account_id = a.id join money_transfer t on t.id = e.transfer_id
     where a.owner_id = ? and a.kind in ('earn_pending', 'earn_available') and t.kind <> 'matured'
       and t.created_at >= ?::date at time zone 'UTC' and t.created_at < (?::date + 1) at time zone 'UTC'
     group by 1 order by 1`,
    [id, from, to],
  )
  return rows
}

test('the figures of any range are those of the ledger, whichever days are folded', async ({
  server,
  pair,
  creator,
}) => {
  const at = clockOf(server)
  const { fan } = pair
  const sellers = [creator, pair.creator]
  await fillWallet(server, fan.id, { paid: 100_000 })
  // A fixed sequence of numbers that look random.
  let seed = 41
  const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
  const charges: string[] = []
  for (let day = 0; day < 12; day += 1) {
    at(MARCH + day * DAY_MS + below(DAY_MS))
    for (let n = below(4); n > 0; n -= 1) {
      const [_id, to] = [randomUUID(), sellers[below(2)] ?? creator]
      await transact(server.app, fan.actor, (tx) => give(tx, to, { _id, tokens: 10 + below(90) }))
      charges.push(_id)
    }
    const chargeId = charges[below(charges.length || 1)]
    if (below(2) === 0 && chargeId !== undefined) {
      const request = { chargeId, tokens: 1 + below(9), reason: 'Test', key: randomUUID() }
      await transact(server.app, null, (tx) => refundCharge(tx, request))
    }
    if (below(3) === 0) await foldEarningDays(server.app)
    for (const [from, to] of [
      ['2026-03-01', '2026-03-31'],
      ['2026-03-04', '2026-03-09'],
    ] as const) {
      for (const seller of sellers) {
        const { series, sales, net, refunds } = await figures(server, seller, { from, to })
        const expected = await ledgerOf(server, seller, { from, to })
        expect(series.map(({ gross: _gross, ...row }) => row)).toEqual(expected)
        const sum = (field: 'sales' | 'net' | 'refunds') => expected.reduce((total, row) => total + row[field], 0)
        expect([sales, net, refunds]).toEqual([sum('sales'), sum('net'), sum('refunds')])
      }
    }
  }
  expect(charges.length).toBeGreaterThan(8)
  at(MARCH + 40 * DAY_MS)
  expect(await foldEarningDays(server.app)).toBeGreaterThan(0)
  expect(await foldEarningDays(server.app)).toBe(0)
  expect(await repairEarningDays(server.app)).toEqual([])
  expect(await brokenRules(server)).toEqual([])
})

test('a sale under way keeps its day open, and is in the sums once', async ({ server, fan, creator }) => {
  const at = clockOf(server)
  await fillWallet(server, fan.id, { paid: 1_000 })
  at(JUNE + DAY_MS - 1_000)
  await transact(server.app, fan.actor, (tx) => give(tx, creator, { tokens: 20 }))
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const { promise: leave, resolve: mayLeave } = Promise.withResolvers<void>()
  // Else a failed test would leave the transaction open, and the server could not stop.
  onTestFinished(() => mayLeave())
  const sale = transact(server.app, fan.actor, async (tx) => {
    await give(tx, creator, { tokens: 30 })
    await tx.flush()
    isWritten()
    await leave
  })
  await written
  at(JUNE + DAY_MS + 1_000)
  expect(await foldEarningDays(server.app)).toBe(0)
  mayLeave()
  await sale
  expect(await foldEarningDays(server.app)).toBe(1)
  expect(await figures(server, creator, { from: '2026-06-01', to: '2026-06-02' })).toMatchObject({
    sales: 2,
    series: [{ at: '2026-06-01', sales: 2 }],
  })
})

test('a sale and a refund that were begun before midnight join a day that is folded', async ({
  server,
  fan,
  creator,
}) => {
  const at = clockOf(server)
  await fillWallet(server, fan.id, { paid: 1_000 })
  at(JULY + DAY_MS - 1_000)
  const first = randomUUID()
  await transact(server.app, fan.actor, (tx) => give(tx, creator, { tokens: 20, _id: first }))
  const late = async (work: (tx: Tx) => Promise<unknown>) => {
    at(JULY + DAY_MS - 1_000)
    await transact(server.app, fan.actor, async (tx) => {
      at(JULY + DAY_MS + 1_000)
      await foldEarningDays(server.app)
      await work(tx)
    })
  }
  await late((tx) => give(tx, creator, { tokens: 30 }))
  await late((tx) => refundCharge(tx, { chargeId: first, tokens: 5, reason: 'Test', key: randomUUID() }))
  const days = { from: '2026-07-01', to: '2026-07-02' }
  const { series, sales } = await figures(server, creator, days)
  expect(sales).toBe(2)
  expect(series.map(({ gross: _gross, ...row }) => row)).toEqual(await ledgerOf(server, creator, days))
  expect(await repairEarningDays(server.app)).toEqual([])
})

test('a wrong sum is found and repaired, and no other one', async ({ server, fan, creator }) => {
  const at = clockOf(server)
  await fillWallet(server, fan.id, { paid: 1_000 })
  for (const day of [0, 1]) {
    at(AUGUST + day * DAY_MS)
    await transact(server.app, fan.actor, (tx) => give(tx, creator, { tokens: 20 }))
  }
  at(AUGUST + 3 * DAY_MS)
  await foldEarningDays(server.app)
  const em = server.app.orm.em.fork()
  await em.execute(`update earning_day set net = net + 1 where performer_id = ? and day = '2026-08-01'`, [creator.id])
  expect(await repairEarningDays(server.app)).toEqual([{ performerId: creator.id, day: '2026-08-01' }])
  expect(await repairEarningDays(server.app)).toEqual([])
  const { net, series } = await figures(server, creator, { from: '2026-08-01', to: '2026-08-03' })
  expect([net, series.length]).toEqual([2 * 20 * 400, 2])
})
