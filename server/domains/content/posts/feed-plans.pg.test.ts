import { FEED_TOTAL_MAX } from '@vesper/sync/vesper/api/posts.ts'
import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { expect } from 'vitest'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { quietTest } from '../../../testing/fixtures.ts'
import { tablesScanned } from '../../../testing/plans.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addFollowedFeeds } from './testing/followed-feeds.ts'

const [CREATORS, POSTS] = [100, 1000]
const TIMEOUT_MS = 180_000

/** A database with 100,000 posts, in which reading all of them would be the slowest way to any. */
const test = quietTest.extend('performerIds', async ({ server, fan }) =>
  addFollowedFeeds(server.app, { followerId: fan.id, creators: CREATORS, posts: POSTS }),
)

test(
  'no feed, no page of one and no first sync reads the table of posts from end to end',
  { timeout: TIMEOUT_MS },
  async ({ server, fan, performerIds }) => {
    const before = '2026-01-10T00:00:00.000Z'
    const home = ['', 'current=12', `before=${before}`, `removed=true&before=${before}`, 'sort=asc']
    const latest = ['', `&before=${before}`].map((query) => `GET /user/feeds/latest?pageSize=25${query}` as const)
    const orders = ['sortBy=updatedAt', 'sortBy=createdAt&sort=asc&current=3']
    const paths: `GET /user/feeds${string}`[] = [...home, ...orders].flatMap((query) => [
      `GET /user/feeds?${query}` as const,
      `GET /user/feeds/search/${performerIds[0]}?${query}` as const,
    ])
    paths.push(...latest)
    const all = await scannedBy(() => server.app.orm.em.fork().execute('select * from post'))
    expect([...all]).toEqual(['post'])
    for (const path of paths) {
      const seen = await scannedBy(async () =>
        expect((await call(server, path, { token: fan.token })).body).toHaveProperty(['data', 24]),
      )
      expect([path, seen.has('post')]).toEqual([path, false])
    }
    const device = new TestDevice(server, fan)
    expect((await scannedBy(() => device.syncAll())).has('post')).toBe(false)
    expect(device.all('posts').length).toBe(CREATORS * 20)

    function scannedBy(work: () => Promise<unknown>) {
      return tablesScanned(server.app.config.databaseUrl ?? '', work)
    }
  },
)

test('the total and the pages by number end together; `before` leads to the end of the feed', async ({
  server,
  fan,
}) => {
  const posts = 300
  await addFollowedFeeds(server.app, { followerId: fan.id, creators: 5, posts })
  const page = async (query: string) => {
    const { body } = await call(server, `GET /user/feeds?pageSize=100&${query}`, { token: fan.token })
    return body as unknown as { data: FeedPost[]; total: number }
  }
  expect(await page('current=10')).toMatchObject({ total: FEED_TOTAL_MAX, data: { length: 100 } })
  expect(await page('current=11')).toMatchObject({ total: FEED_TOTAL_MAX, data: [] })
  const seen = new Set<string>()
  for (let query = ''; ;) {
    const { data } = await page(query)
    for (const { _id } of data) seen.add(_id)
    if (data.length === 0) break
    query = `before=${data.at(-1)?.publishedAt}`
  }
  expect(seen.size).toBe(5 * posts)
})
