import { randomUUID } from 'node:crypto'
import type { DeskOverview, OverviewFigure } from '@vesper/sync/vesper/api/desk-overview.ts'
import type { StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { tablesScanned } from '../../../testing/plans.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addFactor, elevate } from '../../people/factors/testing/add-factor.ts'
import { grantRole } from '../../people/staff/roles.ts'
import { countDays } from './count-days.ts'
import { readOverview } from './read-overview.ts'

const DAY_MS = 86_400_000
/** Half an hour after midnight in UTC: a day of another zone would differ. */
let now = new Date('2027-03-10T00:30:00Z')

let server: TestServer
const tokens = new Map<StaffRoleName, string>()
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, services: 'off' })
  for (const role of ['admin', 'moderator', 'support'] as const) {
    const person = await makePerson(server, `desk.${role}`)
    await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role }))
    await addFactor(server, person.id)
    await elevate(server, person.actor.sessionId)
    tokens.set(role, person.token)
  }
  const em = server.app.orm.em.fork()
  await em.execute(`update "user" set created_at = '2027-03-09T23:59:59Z'`)
  await em.execute(`update "user" set created_at = '2027-03-10T00:00:00Z' where username = 'desk.admin'`)
})
afterAll(() => server.stop())

/** Sales of `cents` each, one every `step`, before `until`. */
async function sell(count: number, { until, step, cents = 100 }: { until: string; step: string; cents?: number }) {
  await server.app.orm.em.fork().execute(
    `insert into charge (id, fan_id, performer_id, type, target_id, tokens, granted, token_cents, tax_bps, commission_bps,
       tax, share, revenue, transfer_id, created_at)
     select gen_random_uuid(), ?::uuid, ?::uuid, 'tip', gen_random_uuid(), 10, 0, 5, 0, 2000, ?::int * 10, ?::int * 70, ?::int * 20,
       gen_random_uuid(), ?::timestamptz - n * ?::interval from generate_series(0, ?::int - 1) n`,
    [randomUUID(), randomUUID(), cents, cents, cents, until, step, count],
  )
}

async function overview(role: StaffRoleName): Promise<DeskOverview> {
  return (await call(server, 'GET /desk/overview', { token: tokens.get(role) ?? '' })).body as unknown as DeskOverview
}

const counted = () => readOverview(server.app, ['stats.read'])
const figure = async (key: OverviewFigure) => (await counted()).figures.find((one) => one.key === key)

test('moderators see cases alone, support nothing, admins all', async () => {
  const keysOf = async (role: StaffRoleName) => (await overview(role)).figures.map(({ key }) => key)
  expect(await keysOf('moderator')).toEqual(['openCases'])
  expect(await keysOf('support')).toEqual([])
  expect(await keysOf('admin')).toHaveLength(10)
})

test('counts each day of the last four weeks in UTC, zeros too', async () => {
  expect(await counted()).toMatchObject({ updatedAt: null })
  await sell(3, { until: '2027-03-10T00:00:00Z', step: '1 second' })
  await sell(1, { until: '2027-02-11T00:00:00Z', step: '1 day', cents: 995 })
  await sell(1, { until: '2027-02-10T23:59:59Z', step: '1 day' })
  await countDays(server.app)
  const { days, updatedAt, currency } = await counted()
  expect([days.length, days[0], days.at(-1)]).toEqual([28, '2027-02-11', '2027-03-10'])
  expect([updatedAt, currency]).toEqual(['2027-03-10T00:30:00Z', 'USD'])
  const zeros = Array.from({ length: 25 }, () => 0)
  expect(await figure('sales')).toEqual({ key: 'sales', unit: 'count', values: [1, ...zeros, 2, 1] })
  expect(await figure('takings')).toMatchObject({ unit: 'money', values: [99_500, ...zeros, 20_000, 10_000] })
  expect((await figure('signUps'))?.values.slice(-2)).toEqual([2, 1])
  expect((await figure('storage'))?.values.slice(-2)).toEqual([null, 0])
})

test('a second count, also at the same moment, changes nothing', async () => {
  const before = await counted()
  await Promise.all([countDays(server.app), countDays(server.app)])
  expect(await counted()).toEqual(before)
})

test('counts yesterday again, and days on which nothing ran, and keeps older ones', async () => {
  await sell(1, { until: '2027-03-09T12:00:00Z', step: '1 day' })
  await sell(1, { until: '2027-03-08T12:00:00Z', step: '1 day' })
  await countDays(server.app)
  expect((await figure('sales'))?.values.slice(-3)).toEqual([0, 3, 1])
  now = new Date(now.getTime() + 3 * DAY_MS)
  await sell(4, { until: '2027-03-11T12:00:00Z', step: '1 minute' })
  await countDays(server.app)
  expect((await figure('sales'))?.values.slice(-6)).toEqual([0, 3, 1, 4, 0, 0])
})

test('the call reads no sales, and a count reads those of its days alone', async () => {
  await sell(30_000, { until: '2027-03-12T23:59:00Z', step: '5 minutes' })
  await countDays(server.app)
  await server.app.orm.em.fork().execute('analyze')
  const url = server.app.config.databaseUrl ?? ''
  const touched = await tablesScanned(url, () => readOverview(server.app, ['stats.read']))
  expect([...touched].filter((table) => table !== 'site_day' && table !== 'setting')).toEqual([])
  expect(await tablesScanned(url, () => countDays(server.app))).not.toContain('charge')
})
