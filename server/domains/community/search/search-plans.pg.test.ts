import { SEARCH_TOTAL_MAX } from '@vesper/sync/vesper/api/search.ts'
import { expect } from 'vitest'
import { quietTest } from '../../../testing/fixtures.ts'
import { tablesScanned } from '../../../testing/plans.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addFoundContent } from './testing/found-content.ts'

const [CREATORS, POSTS] = [1000, 100]

/** 100,000 posts, 20,000 videos and 1,000 creators, with words in all of them and in few. */
const test = quietTest.extend('performerIds', ({ server, fan }) =>
  addFoundContent(server.app, { followerId: fan.id, creators: CREATORS, posts: POSTS }),
)

test(
  'no search reads the posts, the assets or the accounts from end to end',
  { timeout: 240_000 },
  async ({ server, fan, performerIds }) => {
    expect(performerIds).toHaveLength(CREATORS)
    const url = server.app.config.databaseUrl ?? ''
    const em = server.app.orm.em.fork()
    expect([...(await tablesScanned(url, () => em.execute('select * from post')))]).toEqual(['post'])
    const [sample] = await em.execute<{ name: string }[]>('select name from "user" where is_performer limit 1')
    const rare = new Set(['lanterns', 'nothing', 'سارة', sample?.name ?? ''])
    for (const q of ['words', 'أغنية', 'film lanterns', ...rare]) {
      for (const kind of ['&in=posts', '&in=posts&current=5', '&in=videos', '&in=creators']) {
        for (const token of [undefined, fan.token]) {
          const seen = await tablesScanned(url, async () => {
            const { status } = await call(server, `GET /search?q=${encodeURIComponent(q)}${kind}`, { token })
            expect(status).toBe(200)
          })
          // Where all creators have the word, all of them are read.
          const isRare = kind === '&in=creators' && rare.has(q)
          const tables = ['post', 'asset', ...(isRare ? ['user'] : [])]
          const scanned = tables.filter((table) => seen.has(table))
          expect([q, kind, token === undefined, scanned]).toEqual([q, kind, token === undefined, []])
        }
      }
    }
    const { body } = await call(server, 'GET /search?q=words&in=posts', { token: fan.token })
    expect(body).toMatchObject({ posts: { total: SEARCH_TOTAL_MAX } })
    expect((await call(server, 'GET /search?q=words&in=posts&current=10')).body).toMatchObject({ posts: { data: [] } })
  },
)
