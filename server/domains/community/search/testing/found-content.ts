import type { App } from '../../../../app.ts'
import { addFollowedFeeds } from '../../../content/posts/testing/followed-feeds.ts'

const VIDEOS = 20

/**
 * Writes creators whom an account follows, with a number of published posts of each access and 20 videos each, past the
 * change feed. `words` is in all posts, `lanterns` and `أغنية` are in one post and one video of each creator. Answers the
 * ids of the creators.
 */
export async function addFoundContent(
  app: Pick<App, 'orm'>,
  { followerId, creators, posts }: { followerId: string; creators: number; posts: number },
): Promise<string[]> {
  const ids = await addFollowedFeeds(app, { followerId, creators, posts: 0 })
  const em = app.orm.em.fork()
  const few = `case when n = 3 then ' lanterns أغنية' else '' end`
  await em.execute(
    `insert into post (id, performer_id, seq, status, access, price, text, published_at, created_at, updated_at)
     select gen_random_uuid(), c.id, n, 'published', (array['public', 'followers', 'subscribers', 'paid'])[1 + n % 4],
       case when n % 4 = 3 then 5 else 0 end, 'words of a post ' || left(md5(c.id::text || n), 3) || ${few}, at, at, at
     from unnest(?::uuid[]) as c(id), generate_series(1, ?) as n,
       lateral (select timestamptz '2026-01-01' + n * interval '1 hour') as p(at)`,
    [`{${ids.join()}}`, posts],
  )
  await em.execute(
    `insert into asset (id, kind, performer_id, title, slug, status, published_at, created_at, updated_at, popularity)
     select gen_random_uuid(), 'video', c.id, 'The film ' || md5(c.id::text || n) || ${few}, gen_random_uuid()::text,
       'active', now(), now(), now(), n * 7 % 1000
     from unnest(?::uuid[]) as c(id), generate_series(1, ?) as n`,
    [`{${ids.join()}}`, VIDEOS],
  )
  await em.execute(
    `update "user" set name = name || ' ' || left(md5(id::text), 6) || case when username like '%\\_7\\_%' then ' سارة' else '' end
     where is_performer`,
  )
  for (const table of ['post', 'asset', '"user"']) await em.execute(`vacuum analyze ${table}`)
  return ids
}
