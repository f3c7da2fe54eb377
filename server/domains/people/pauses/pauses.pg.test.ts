import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { countedTime } from '@vesper/sync/vesper/records/pause-clock.ts'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { countedTimeSql } from '../../../content/counted-time-sql.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../accounts/testing/api.ts'
import { setFollow } from '../follows/commands.ts'
import { planPause } from './commands.ts'
import { CreatorPause } from './entity.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const askedAt = new Date().toISOString()

const plan = (days: number, startsAt: string | null = null, _id: string = v7()) =>
  mutation('pause.plan', { _id, startsAt, days, askedAt })
const end = (_id: string) => mutation('pause.end', { _id, askedAt })

const rows = (server: TestServer, { id: performerId }: Person) =>
  server.app.orm.em.fork().find(CreatorPause, { performerId }, { orderBy: { startsAt: 'asc' } })

const daysOf = ({ startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string }) =>
  (new Date(endsAt).getTime() - new Date(startsAt).getTime()) / DAY_MS

async function refusalOf(device: TestDevice, wire: ReturnType<typeof mutation>): Promise<string | undefined> {
  const { outcomes } = await device.sync([wire])
  const outcome = outcomes[0]
  return outcome?.status === 'rejected' ? JSON.stringify(outcome) : undefined
}

test('a pause shows on each device of a follower and on the page, and is one row', async ({ server, creator, fan }) => {
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const [own, theirs] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  await own.syncAll()
  await theirs.syncAll()
  const wire = plan(14, inDays(3))
  await own.sync([wire])
  await theirs.sync()
  const [pause] = await rows(server, creator)
  if (!pause) throw new Error('no pause was planned')
  const told = { _id: pause.id, startsAt: pause.startsAt.toISOString(), endsAt: pause.endsAt.toISOString() }
  expect(daysOf(told)).toBe(14)
  for (const device of [own, theirs])
    expect(device.all<Creator>('creators').find(({ _id }) => _id === creator.id)?.pauses).toEqual([told])
  expect((await call(server, `GET /performers/${creator.id}`)).body).toMatchObject({ pauses: [told] })
  // Sent again, it is the same.
  await own.sync([{ ...wire, id: v7() }])
  expect(await rows(server, creator)).toHaveLength(1)
  for (const device of [own, theirs]) expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
})

test('a pause whose time has come while it waited begins now, with all its days', async ({ server, creator }) => {
  const before = Date.now()
  await new TestDevice(server, creator).sync([plan(7, inDays(-2))])
  const [pause] = await rows(server, creator)
  expect(pause?.startsAt.getTime()).toBeGreaterThanOrEqual(before)
  expect(pause && daysOf(pause)).toBe(7)
})

test('an early end gives the rest back, and a pause that has not begun is none', async ({ server, creator }) => {
  const device = new TestDevice(server, creator)
  const [lasting, planned] = [v7(), v7()]
  await device.sync([plan(10, null, lasting), plan(5, inDays(20), planned)])
  await device.sync([end(lasting), end(planned)])
  const found = await rows(server, creator)
  expect(found.map(daysOf).map((days) => days < 0.01)).toEqual([true, true])
  expect((found[0]?.endsAt ?? 0) > (found[0]?.startsAt ?? 0)).toBe(true)
  // The page tells of no pause that never was.
  const { body } = await call(server, `GET /performers/${creator.id}`)
  expect((body['pauses'] as unknown[]).length).toBe(1)
  // Ended twice, it stays as it is; and the days are free again.
  await device.sync([end(lasting), plan(90)])
  expect((await rows(server, creator)).map(daysOf).filter((days) => days === 90)).toHaveLength(1)
})

test('pauses of nonsense, beside another, too far ahead, of fans and of other creators are refused', async ({
  server,
  creator,
  fan,
}) => {
  const other = await makePerson(server, `other_${creator.user.username}`, true)
  const device = new TestDevice(server, creator)
  const first = v7()
  await device.sync([plan(10, inDays(10), first)])
  for (const days of [0, 91, 1.5, -3]) expect(await refusalOf(device, plan(days))).toContain('90 at most')
  expect(await refusalOf(device, plan(11, inDays(0)))).toContain('another pause')
  expect(await refusalOf(device, plan(5, inDays(19)))).toContain('another pause')
  expect(await refusalOf(device, plan(5, inDays(366)))).toContain('within a year')
  expect(await refusalOf(new TestDevice(server, fan), plan(5))).toContain('Only creators')
  expect(await refusalOf(new TestDevice(server, other), end(first))).toContain('no such pause')
  expect(await refusalOf(new TestDevice(server, other), plan(5, null, first))).toContain('something else')
  expect(await rows(server, other)).toEqual([])
  // Right before and right after the first one there is room.
  expect(await refusalOf(device, plan(9, inDays(0)))).toBeUndefined()
  expect(await refusalOf(device, plan(5, inDays(20.01)))).toBeUndefined()
  expect((await rows(server, creator)).map(daysOf)).toEqual([9, 10, 5])
})

test('within a year 180 days can be pauses', async ({ server, creator }) => {
  const device = new TestDevice(server, creator)
  expect(await refusalOf(device, plan(90, inDays(1)))).toBeUndefined()
  expect(await refusalOf(device, plan(90, inDays(100)))).toBeUndefined()
  for (const ahead of [91, 190.5, 355])
    expect(await refusalOf(device, plan(1, inDays(ahead)))).toContain('at most 180 days')
  // The first pause leaves the year that ends with this one.
  expect(await refusalOf(device, plan(1, inDays(364.9)))).toContain('at most 180 days')
  await transact(server.app, null, (tx) =>
    tx.em.nativeUpdate(
      CreatorPause,
      { endsAt: { $lt: new Date(inDays(95)) }, performerId: creator.id },
      { startsAt: new Date(inDays(1)), endsAt: new Date(inDays(90)) },
    ),
  )
  expect(await refusalOf(device, plan(1, inDays(300)))).toBeUndefined()
})

test('one holds of pauses that come at once on several connections for the same days', async ({ server, creator }) => {
  const planned = Array.from({ length: 6 }, (_none, day) =>
    transact(server.app, creator.actor, (tx) =>
      planPause(tx, { _id: v7(), startsAt: inDays(3 + day), days: 10, askedAt }),
    ),
  )
  const settled = await Promise.allSettled(planned)
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []))
  expect(refusals).toHaveLength(5)
  for (const refusal of refusals) expect(refusal).toContain('You have planned another pause for these days.')
  expect(await rows(server, creator)).toHaveLength(1)
})

test('the clock of SQL counts as that of devices does', async ({ server, creator }) => {
  const em = server.app.orm.em.fork()
  const start = Date.parse('2027-03-01T00:00:00.000Z')
  const ms = fc.integer({ min: 0, max: 200 * DAY_MS })
  const asked = fc.record({ since: ms, at: ms, cuts: fc.uniqueArray(ms, { minLength: 2, maxLength: 8 }) })
  for (const { since, at, cuts } of fc.sample(asked, 40)) {
    const edges = cuts.toSorted((a, b) => a - b)
    const pauses = edges.flatMap((edge, place) =>
      place % 2 === 1 ? [{ startsAt: new Date(start + (edges[place - 1] ?? 0)), endsAt: new Date(start + edge) }] : [],
    )
    await transact(server.app, null, async (tx) => {
      await tx.em.nativeDelete(CreatorPause, { performerId: creator.id })
      for (const pause of pauses)
        tx.em.create(CreatorPause, {
          ...{ ...pause, id: v7(), performerId: creator.id, toldTo: null, announcedTo: null, createdAt: tx.now },
        })
    })
    const clock = countedTimeSql({ performer: 'c.id', since: 'c.since', at: 'c.at' })
    const [row] = await em.execute<{ ms: number }[]>(
      `select (extract(epoch from ${clock}) * 1000)::float8 as ms
       from (select ?::uuid as id, ?::timestamptz as since, ?::timestamptz as at) c`,
      [creator.id, new Date(start + since), new Date(start + at)],
    )
    const spans = pauses.map(({ startsAt, endsAt }) => ({
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }))
    expect(row?.ms, JSON.stringify({ since, at, edges })).toBe(countedTime(spans, start + since, start + at))
  }
})
