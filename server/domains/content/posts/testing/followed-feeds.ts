import type { App } from '../../../../app.ts'

/**
 * Writes creators whom an account follows, with a number of published posts each, an hour apart, past the change feed.
 * Answers the creators' ids.
 */
export async function addFollowedFeeds(
  { orm }: Pick<App, 'orm'>,
  { followerId, creators, posts }: { followerId: string; creators: number; posts: number },
): Promise<string[]> {
  const em = orm.em.fork()
  const rows = await em.execute<{ id: string }[]>(
    `with account as (
       insert into "user" (id, username, name, bio, password_hash, is_performer, status, email_verified_at, created_at, updated_at)
       select gen_random_uuid(), 'feed_' || n || '_' || left(gen_random_uuid()::text, 8), 'Creator ' || n, '', '', true, 'active', now(),
         now(), now()
       from generate_series(1, ?) as n
       returning id
     ), creator as (
       insert into performer (user_id, country, date_of_birth, verification, last_post_seq, created_at, updated_at)
       select id, 'SE', '1990-01-01', 'approved', ?, now(), now() from account
     ), follow as (
       insert into follow (follower_id, performer_id, created_at) select ?, id, now() from account
     )
     select id from account`,
    [creators, posts, followerId],
  )
  const ids = rows.map(({ id }) => id)
  await em.execute(
    `insert into post (id, performer_id, seq, status, access, text, published_at, created_at, updated_at)
     select gen_random_uuid(), c.id, n, 'published', 'public', repeat('words of a post ', 8), p.at, p.at, p.at
     from unnest(?::uuid[]) with ordinality as c(id, place), generate_series(1, ?) as n,
       lateral (select timestamptz '2026-01-01' + n * interval '1 hour' + c.place * interval '1 second') as p(at)`,
    [`{${ids.join()}}`, posts],
  )
  await em.execute('vacuum analyze post')
  // Else plans would depend on the server's own analysis having come by.
  await em.execute('analyze "user", performer')
  return ids
}
