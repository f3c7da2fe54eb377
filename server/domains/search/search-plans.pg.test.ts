import { SEARCH_TOTAL_MAX } from '@vesper/sync/vesper/api/search.ts'
import { expect } from 'vitest'
import { test as base } from '../../testing/fixtures.ts'
import { tablesScanned } from '../../testing/plans.ts'
import { call } from '../accounts/testing/api.ts'
import { addFollowedFeeds } from '../posts/testing/followed-feeds.ts'

const [CREATORS, POSTS] = [1000, 100]

/** 100,000 posts, 20,000 videos and 1,000 creators, with words in all of them and in few. */
const test = base.extend('performerIds', async ({ server, fan }) => {
  const ids = await addFollowedFeeds(server.app, { followerId: fan.id, creators: CREATORS, posts: 0 })
  const em = server.app.orm.em.fork()
  const few = `case when n = 3 then ' lanterns أغنية' else '' end`
  await em.execute(
    `insert into post (id, performer_id, seq, status, access, price, text, published_at, created_at, updated_at)
     select gen_random_uuid(), c.id, n, 'published', (array['public', 'followers', 'subscribers', 'paid'])[1 + n % 4],
       case when n % 4 = 3 then 5 else 0 end, 'words of a post ' || left(md5(c.id::text || n), 3) || ${few}, at, at, at
     from unnest(?::uuid[]) as c(id), generate_series(1, ?) as n,
       lateral (select timestamptz '2026-01-01' + n * interval '1 hour') as p(at)`,
    [`{${ids.join()}}`, POSTS],
  )
  await em.execute(
    `insert into asset (id, kind, performer_id, title, slug, status, published_at, created_at, updated_at, popularity)
     select gen_random_uuid(), 'video', c.id, 'The film ' || md5(c.id::text || n) || ${few}, gen_random_uuid()::text,
       'active', now(), now(), now(), n * 7 % 1000
     from unnest(?::uuid[]) as c(id), generate_series(1, 20) as n`,
    [`{${ids.join()}}`],
  )
  await em.execute(
    `update "user" set name = name || ' ' || left(md5(id::text), 6) || case when username like '%_7_%' then ' سارة' else '' end
     where is_performer`,
  )
  await em.execute('vacuum analyze post')
  await em.execute('vacuum analyze asset')
  await em.execute('vacuum analyze "user"')
  return ids
})

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
    for (const q of ['words', 'أغنية', 'film lanterns', 'cr', ...rare]) {
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
