import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { expect } from 'vitest'
import { addToTotal } from '../../../content/content-total.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { quietTest } from '../../../testing/fixtures.ts'
import { tablesScanned } from '../../../testing/plans.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addFollowedFeeds } from '../posts/testing/followed-feeds.ts'
import { renewPopularity } from './renew-popularity.ts'
import { makeAsset } from './testing/asset.ts'

const [CREATORS, PER_KIND] = [50, 100]

const FOLLOWERS = 200

/** 20,000 assets of four kinds, and 10,000 follows. Reading all of them would be the slowest way to any list. */
const test = quietTest.extend('performerIds', async ({ server, fan }) => {
  const ids = await addFollowedFeeds(server.app, { followerId: fan.id, creators: CREATORS, posts: PER_KIND })
  const em = server.app.orm.em.fork()
  await em.execute(
    `with made as (
       insert into asset (id, kind, performer_id, title, slug, status, published_at, created_at, updated_at, popularity)
       select gen_random_uuid(), kind, c.id, md5(c.id::text || kind || n), gen_random_uuid()::text, 'active',
         now() - n * interval '1 minute', now(), now(), n * 7 % 1000
       from unnest(?::uuid[]) as c(id), unnest('{gallery,photo,video,product}'::text[]) as kind,
         generate_series(1, ?) as n
       returning id, popularity
     )
     insert into content_total (object_id, likes, views) select id, 0, popularity from made`,
    [`{${ids.join()}}`, PER_KIND],
  )
  await em.execute(
    `insert into follow (follower_id, performer_id, created_at)
     select gen_random_uuid(), id, now() from unnest(?::uuid[]) as id, generate_series(1, ?)`,
    [`{${ids.join()}}`, FOLLOWERS],
  )
  // Else plans would depend on the server's own analysis having come by.
  for (const table of ['asset', 'content_total', 'follow']) await em.execute(`vacuum analyze ${table}`)
  return ids
})

test(
  'no order of a list, of all creators or of one, reads the table of assets from end to end',
  { timeout: 120_000 },
  async ({ server, fan, performerIds }) => {
    const orders = ['publishedAt', 'popular', 'title'].flatMap((by) => [
      `sortBy=${by}`,
      `sortBy=${by}&sort=asc&current=2`,
    ])
    const scannedFor = (sql: string) => scannedBy(server, () => server.app.orm.em.fork().execute(sql))
    expect([...(await scannedFor('select * from asset'))]).toEqual(['asset'])
    expect([...(await scannedFor('select * from asset order by description limit 10'))]).toEqual(['asset'])
    expect([...(await scannedFor('select * from asset limit 10'))]).toEqual([])
    for (const plural of ['videos', 'products'] as const) {
      for (const query of [...orders, ...orders.map((order) => `${order}&performerId=${performerIds[0]}`)]) {
        const seen = await scannedBy(server, async () => {
          const { body } = await call(server, `GET /performer-assets/${plural}/search?${query}`, { token: fan.token })
          expect(body).toHaveProperty(['data', 24])
        })
        expect([plural, query, ['asset', 'content_total'].filter((table) => seen.has(table))]).toEqual([
          plural,
          query,
          [],
        ])
      }
    }
  },
)

test(
  'the counts of a creator read neither tables nor whole indexes',
  { timeout: 120_000 },
  async ({ server, fan, performerIds }) => {
    const seen = await scannedBy(server, async () => {
      const { body } = await call(server, `GET /performers/${performerIds[0]}`, { token: fan.token })
      expect(body['counts']).toMatchObject({ videos: PER_KIND, galleries: PER_KIND })
    })
    expect(['asset', 'post', 'follow'].filter((table) => seen.has(table))).toEqual([])
  },
)

test(
  'the total of a list ends where counting would cost more than the page',
  { timeout: 120_000 },
  async ({ server, performerIds }) => {
    expect(performerIds).toHaveLength(CREATORS)
    const { body } = await call(server, 'GET /performer-assets/videos/search?sortBy=title&sort=asc')
    expect(body['total']).toBe(LIST_TOTAL_MAX)
    const titles = (body['data'] as AssetCard[]).map(({ title }) => title)
    expect(titles).toEqual(titles.toSorted())
  },
)

test('an asset becomes popular with the next run of the job', async ({ server, creator }) => {
  const { id } = await makeAsset(server, creator.id, { kind: 'video' })
  const { id: other } = await makeAsset(server, creator.id, { kind: 'video' })
  await transact(server.app, null, (tx) => addToTotal(tx, id, { of: 'likes', by: 2 }))
  await transact(server.app, null, (tx) => addToTotal(tx, other, { of: 'views', by: 5 }))
  await renewPopularity(server.app)
  const { body } = await call(server, `GET /performer-assets/videos/search?sortBy=popular&performerId=${creator.id}`)
  expect((body['data'] as AssetCard[]).map(({ _id }) => _id)).toEqual([id, other])
})

function scannedBy(server: TestServer, work: () => Promise<unknown>) {
  return tablesScanned(server.app.config.databaseUrl ?? '', work)
}
