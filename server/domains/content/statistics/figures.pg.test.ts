import { FigureList } from '@vesper/sync/vesper/api/statistics.ts'
import type { ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { expect, onTestFinished } from 'vitest'
import { flushViews } from '../../../content/count-view.ts'
import { foldViewDays } from '../../../content/fold-view-days.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { quietTest, test } from '../../../testing/fixtures.ts'
import { tablesScanned } from '../../../testing/plans.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { makeAsset } from '../assets/testing/asset.ts'
import { publishPost } from '../posts/commands.ts'
import { addFollowedFeeds } from '../posts/testing/followed-feeds.ts'
import { makeProduct } from '../products/testing/product.ts'

const PATH = 'GET /performer/statistics/posts'
const HOUR_MS = 3_600_000

test('views stand at the day and the place where a post was seen, each viewer once an hour', async ({
  server,
  creator,
  fan,
}) => {
  const at = clockOf(server)
  at('2026-03-01T10:05:00Z')
  const [one, other] = [
    await publish(server, creator, { text: 'One' }),
    await publish(server, creator, { text: 'Two' }),
  ]
  await see(server, [one, other], { token: fan.token, source: 'home' })
  await see(server, [one], { token: fan.token, source: 'search' })
  await see(server, [one], { source: 'explore' })
  // The page of a post asks for it before it tells where its reader came from.
  await call(server, `GET /user/feeds/${other}`)
  await flushViews(server.app)
  await see(server, [other], { source: 'message' })
  at('2026-03-03T10:05:00Z')
  await see(server, [one], { token: fan.token, source: 'link' })
  const [two, first] = await figures(server, creator, 'range=7')
  expect(two).toMatchObject({ _id: other, title: 'Two', views: 2, sources: { home: 1, message: 1 } })
  expect(first).toMatchObject({ _id: one, views: 3, sources: { home: 1, explore: 1, link: 1 } })
  at('2026-03-09T00:00:00Z')
  expect((await figures(server, creator, 'range=7'))[1]).toMatchObject({ views: 1, sources: { link: 1 } })
  expect((await figures(server, creator, 'range=all'))[1]).toMatchObject({ views: 3 })
})

test('a place that is none is refused, and so is a range that is none', async ({ server, creator }) => {
  const body = { ids: [v7()], source: 'elsewhere' }
  expect((await call(server, 'POST /user/feeds/views', { body })).status).toBe(400)
  for (const query of ['range=8', 'kind=photo', 'sortBy=price', 'pageSize=1001']) {
    expect((await call(server, `${PATH}?${query}`, { token: creator.token })).status).toBe(400)
  }
})

test('the conversion is of those who saw a post locked; an own view is none', async ({ server, creator }) => {
  const price = 30
  const id = await publish(server, creator, { text: 'Sold', access: 'paid', price })
  const fans = await Promise.all([1, 2, 3, 4].map((n) => makePerson(server, `looker_${n}_${id.slice(-6)}`)))
  for (const { token } of fans) await see(server, [id], { token, source: 'home' })
  await see(server, [id], { token: creator.token, source: 'home' })
  await sell(server, creator, { fan: fans[0] as Person, id, tokens: price })
  expect(await figures(server, creator, '')).toMatchObject([{ views: 0, sales: 1, tokens: 30, conversion: 0.25 }])
})

test('galleries and videos have figures of their own; drafts, posts to come and those of others are in none', async ({
  server,
  creator,
}) => {
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  await makeAsset(server, creator.id, { kind: 'gallery', status: 'draft' })
  const later = new Date(server.app.clock().getTime() + HOUR_MS).toISOString()
  await publish(server, creator, { text: 'Later', scheduledAt: later })
  await call(server, `GET /performer-assets/videos/${id}`)
  expect(await figures(server, creator, 'kind=video')).toMatchObject([{ _id: id, kind: 'video', views: 1 }])
  expect([await figures(server, creator, 'kind=gallery'), await figures(server, creator, '')]).toEqual([[], []])
  const other = await makePerson(server, `other_${id.slice(-6)}`, true)
  expect(await figures(server, other, 'kind=video')).toEqual([])
})

test('galleries, videos and products tell where they were seen, each viewer once an hour', async ({
  server,
  creator,
  fan,
}) => {
  const at = clockOf(server)
  at('2026-03-01T10:05:00Z')
  const { id: video } = await makeAsset(server, creator.id, { kind: 'video' })
  const product = await makeProduct(server, creator.id)
  const tell = (body: object, { token }: { token?: string } = fan) =>
    call(server, 'POST /performer-assets/views', { ...(token !== undefined && { token }), body })
  // The page is read before it tells where its reader came from.
  await call(server, `GET /performer-assets/videos/${video}`, { token: fan.token })
  for (const source of ['explore', 'home']) {
    expect((await tell({ _id: video, kind: 'video', source })).status).toBe(200)
  }
  await tell({ _id: video, kind: 'video', source: 'link' }, {})
  await tell({ _id: video, kind: 'video', source: 'home' }, creator)
  await tell({ _id: product, kind: 'product', source: 'message' })
  expect(await figures(server, creator, 'kind=video')).toMatchObject([{ views: 2, sources: { explore: 1, link: 1 } }])
  expect(await figures(server, creator, 'kind=product')).toMatchObject([
    { views: 1, sources: { message: 1 }, sales: 0, tokens: 0, conversion: 0 },
  ])
  expect((await tell({ _id: video, kind: 'gallery', source: 'home' })).status).toBe(404)
  expect((await tell({ _id: v7(), kind: 'video', source: 'home' })).status).toBe(404)
  expect((await tell({ _id: video, kind: 'video', source: 'elsewhere' })).status).toBe(400)
  expect((await tell({ _id: video, kind: 'photo', source: 'home' })).status).toBe(400)
})

test('views are told apart by day for 400 days; older ones are one number, and the figures of all time stay', async ({
  server,
  creator,
  fan,
}) => {
  const at = clockOf(server)
  const id = await publish(server, creator, { text: 'Old', access: 'paid', price: 30 })
  at('2024-01-10T23:59:59Z')
  await see(server, [id], { token: fan.token, source: 'home' })
  await flushViews(server.app)
  at('2024-01-11T00:00:00Z')
  await see(server, [id], { token: fan.token, source: 'link' })
  await flushViews(server.app)
  const days = () =>
    server.app.orm.em
      .fork()
      .execute<object[]>(`select day::text, source, looks from view_day where object_id = ? order by day`, [id])
  const [jan10, jan11] = [
    { day: '2024-01-10', source: 'home', looks: 1 },
    { day: '2024-01-11', source: 'link', looks: 1 },
  ]
  at('2025-02-12T23:59:59Z')
  await foldViewDays(server.app)
  expect(await days(), '400 days, the present one included').toEqual([jan10, jan11])
  at('2025-02-13T00:00:00Z')
  expect(await foldViewDays(server.app)).toBe(1)
  expect(await days()).toEqual([{ ...jan10, day: '1970-01-01' }, jan11])
  at('2025-02-14T00:00:00Z')
  expect([await foldViewDays(server.app), await foldViewDays(server.app)]).toEqual([1, 0])
  expect(await days()).toEqual([
    { ...jan10, day: '1970-01-01' },
    { ...jan11, day: '1970-01-01' },
  ])
  await sell(server, creator, { fan, id, tokens: 30 })
  expect(await figures(server, creator, 'range=all')).toMatchObject([{ sales: 1, conversion: 0.5 }])
})

test('pages in every order have each post once', async ({ server, creator }) => {
  const ids = []
  for (let n = 0; n < 7; n += 1) ids.push(await publish(server, creator, { text: `Post ${n}` }))
  for (const sortBy of ['views', 'likes', 'comments', 'sales', 'tokens', 'publishedAt']) {
    for (const sort of ['asc', 'desc']) {
      const pages = []
      for (const current of [1, 2, 3, 4]) {
        const query = `pageSize=3&current=${current}&sortBy=${sortBy}&sort=${sort}`
        const { body } = await call(server, `${PATH}?${query}`, { token: creator.token })
        const { data, total } = v.parse(FigureList, body)
        expect(total).toBe(7)
        pages.push(...data.map(({ _id }) => _id))
      }
      expect(pages.toSorted()).toEqual(ids.toSorted())
    }
  }
})

quietTest(
  'the figures of 10,000 posts come by an index, and within a second',
  { timeout: 180_000 },
  async ({ server, fan }) => {
    const [performerId = ''] = await addFollowedFeeds(server.app, { followerId: fan.id, creators: 6, posts: 10_000 })
    const em = server.app.orm.em.fork()
    await em.execute(
      `insert into view_day (object_id, day, source, views)
       select p.id, current_date - n, 'home', 3 from post p, generate_series(0, 3) as n`,
    )
    await em.execute(`insert into content_total (object_id, views) select id, 12 from post on conflict do nothing`)
    await em.execute('vacuum analyze view_day, content_total, reaction, comment')
    const { figuresOf } = await import('./figures-of.ts')
    const ask = (range: '28' | 'all') =>
      figuresOf(
        server.app.orm.em.fork(),
        { performerId, now: server.app.clock() },
        {
          ...{ kind: 'feed', range, sortBy: 'views', sort: 'desc', current: 1, pageSize: 25 },
        },
      )
    for (const range of ['28', 'all'] as const) {
      const scanned = await tablesScanned(server.app.config.databaseUrl ?? '', () => ask(range))
      expect([range, scanned.has('post'), scanned.has('charge')]).toEqual([range, false, false])
      const began = performance.now()
      const { data, total } = await ask(range)
      expect([data.length, total, data[0]?.views]).toEqual([25, 10_000, 12])
      expect(performance.now() - began).toBeLessThan(1_000)
    }
  },
)

type Given = { text: string; access?: 'public' | 'paid'; price?: number; scheduledAt?: string }

function publish(server: TestServer, { actor }: Person, given: Given): Promise<string> {
  const defaults = { _id: v7(), access: 'public', price: 0, scheduledAt: null, poll: null } as const
  return transact(server.app, actor, async (tx) => (await publishPost(tx, { ...defaults, ...given, fileIds: [] })).id)
}

async function see(
  server: TestServer,
  ids: string[],
  { token, source }: { token?: string; source: string },
): Promise<void> {
  const { status } = await call(server, 'POST /user/feeds/views', { ...(token && { token }), body: { ids, source } })
  expect(status).toBe(200)
}

async function figures(server: TestServer, { token }: Person, query: string): Promise<ThingFigures[]> {
  await flushViews(server.app)
  const { status, body } = await call(server, `${PATH}?${query}`, { token })
  expect(status).toBe(200)
  return v.parse(FigureList, body).data
}

/** Writes a sale past the ledger: its own tests move tokens. */
async function sell(
  { app }: TestServer,
  { id: performerId }: Person,
  { fan, id, tokens }: { fan: Person; id: string; tokens: number },
): Promise<void> {
  await app.orm.em.fork().execute(
    `insert into charge (id, fan_id, performer_id, type, target_id, tokens, granted, token_cents, tax_bps, commission_bps,
       tax, share, revenue, status, refunded_tokens, refunded_share, state, message, transfer_id, created_at)
     values (?, ?, ?, 'feed', ?, ?, 0, 10, 0, 0, 0, 0, 0, 'done', 0, 0, 'pending', '', ?, ?)`,
    [v7(), fan.id, performerId, id, tokens, v7(), app.clock()],
  )
}

function clockOf(server: TestServer): (now: string) => void {
  const { clock } = server.app
  onTestFinished(() => void (server.app.clock = clock))
  return (now) => {
    server.app.clock = () => new Date(now)
  }
}
