import { STATISTICS_DAYS } from '@vesper/sync/vesper/api/statistics.ts'
import type { Statistics } from '@vesper/sync/vesper/api/statistics.ts'
import { expect, onTestFinished } from 'vitest'
import { addToTotal } from '../../../content/content-total.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { makeAsset } from '../assets/testing/asset.ts'
import { recordDays } from './record-days.ts'

const PATH = 'GET /performer/statistics'

test('shows the followers, views and likes of each day', async ({ server, creator, fan }) => {
  const at = clockOf(server)
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  at('2026-03-01T10:00:00Z')
  await recordDays(server.app)
  await count(server, id, { views: 5, likes: 2 })
  await follow(server, fan, creator)
  at('2026-03-01T23:50:00Z')
  await recordDays(server.app)
  at('2026-03-04T08:00:00Z')
  await count(server, id, { views: 3, likes: -1 })
  await recordDays(server.app)
  at('2026-03-05T08:00:00Z')
  await count(server, id, { views: 4, likes: 0 })

  const days = await daysOf(server, creator)
  expect(days.map(({ day }) => day).slice(-5)).toEqual(['01', '02', '03', '04', '05'].map((day) => `2026-03-${day}`))
  expect(days).toHaveLength(STATISTICS_DAYS)
  const figures = days.slice(-6).map(({ followers, views, likes }) => [followers, views, likes])
  expect(figures).toEqual([
    [0, 0, 0],
    [1, 5, 2],
    [1, 0, 0],
    [1, 0, 0],
    [1, 3, 0],
    [1, 4, 0],
  ])
})

test('counts a day from the last figures of the day before, however long ago', async ({ server, creator }) => {
  const at = clockOf(server)
  const { id } = await makeAsset(server, creator.id, { kind: 'gallery' })
  at('2026-01-01T12:00:00Z')
  await count(server, id, { views: 10, likes: 1 })
  await recordDays(server.app)
  at('2026-05-01T12:00:00Z')
  await count(server, id, { views: 7, likes: 2 })
  const days = await daysOf(server, creator)
  expect(days.at(-1)).toEqual({ day: '2026-05-01', followers: 0, views: 7, likes: 2 })
  expect(days.slice(0, -1).every(({ views, likes }) => views === 0 && likes === 0)).toBe(true)
})

test('shows nothing gained on the first day of an account that is older than the records', async ({
  server,
  creator,
}) => {
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  await count(server, id, { views: 40, likes: 4 })
  const em = server.app.orm.em.fork()
  await em.execute(`update performer set created_at = now() - interval '1 year' where user_id = ?`, [creator.id])
  expect((await daysOf(server, creator)).at(-1)).toMatchObject({ views: 0, likes: 0 })
})

test('writes one row for a day that changed, and none for a day that did not', async ({ server, creator, fan }) => {
  const at = clockOf(server)
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  for (const hour of ['08', '12', '20']) {
    at(`2026-04-01T${hour}:00:00Z`)
    await count(server, id, { views: 1, likes: 0 })
    await recordDays(server.app)
  }
  at('2026-04-02T08:00:00Z')
  await recordDays(server.app)
  expect(await rows(server, creator)).toEqual([{ day: '2026-04-01', followers: 0, views: 3 }])
  await follow(server, fan, creator)
  expect(await rows(server, creator)).toHaveLength(1)
})

test('is for creators, each of whom sees their own', async ({ server, creator, fan }) => {
  const other = await makePerson(server, 'another_creator', true)
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  await recordDays(server.app)
  await count(server, id, { views: 9, likes: 0 })
  expect((await daysOf(server, creator)).at(-1)).toMatchObject({ views: 9 })
  expect((await daysOf(server, other)).at(-1)).toMatchObject({ views: 0 })
  expect((await call(server, PATH)).status).toBe(401)
  expect((await call(server, PATH, { token: fan.token })).status).toBe(403)
})

function clockOf(server: TestServer): (now: string) => void {
  const { clock } = server.app
  onTestFinished(() => void (server.app.clock = clock))
  return (now) => {
    server.app.clock = () => new Date(now)
  }
}

async function daysOf(server: TestServer, { token }: Person): Promise<Statistics['days']> {
  const { status, body } = await call(server, PATH, { token })
  expect(status).toBe(200)
  return (body as unknown as Statistics).days
}

async function count(
  server: TestServer,
  id: string,
  { views, likes }: { views: number; likes: number },
): Promise<void> {
  await transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'views', by: views }))
  await transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'likes', by: likes }))
}

function follow(server: TestServer, { actor }: Person, { id }: Person): Promise<unknown> {
  return transact(server.app, actor, (tx) => setFollow(tx, { performerId: id, following: true }))
}

function rows(server: TestServer, { id }: Person) {
  return server.app.orm.em
    .fork()
    .execute(
      `select to_char(day, 'YYYY-MM-DD') as day, followers, views from creator_day where performer_id = ? order by day`,
      [id],
    )
}
