import { membershipLasts } from './counted-time-sql.ts'

/** Who looks, and when: a membership ends. */
type Onlooker = { userId: string | null; now: Date }

/**
 * The rule of `accessOf` for published posts as an SQL condition: true where the viewer may open the whole post, provided
 * that its author is open to others. `post` is the alias of the table in the query.
 */
export function postOpenToViewer(post: string, { userId, now }: Onlooker): { sql: string; params: unknown[] } {
  const isPublic = `${post}.access = 'public'`
  if (userId === null) return { sql: isPublic, params: [] }
  const sql = `(${isPublic} or ${post}.performer_id = ?::uuid
    or (${post}.access = 'followers' and exists (
      select from follow f where f.follower_id = ?::uuid and f.performer_id = ${post}.performer_id))
    or (${post}.access in ('followers', 'subscribers') and exists (
      select from membership m where m.user_id = ?::uuid and m.performer_id = ${post}.performer_id
        and ${membershipLasts('m', '?::timestamptz')}))
    or exists (
      select from entitlement e where e.user_id = ?::uuid and e.object_type = 'feed' and e.object_id = ${post}.id
        and e.revoked_at is null))`
  return { sql, params: [userId, userId, userId, now, userId] }
}
