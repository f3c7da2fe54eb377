import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { publishPost, removePost, updatePost } from '../../../domains/content/posts/commands.ts'
import { Post } from '../../../domains/content/posts/entity.ts'
import { grantEntitlement, revokeEntitlement, setMembership } from '../../../domains/people/grants/commands.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import type { Person } from './person.ts'
import type { TestDevice } from './test-device.ts'

const ACCESS = ['public', 'followers', 'subscribers', 'paid'] as const

/** One random act of a creator around the own posts. */
export async function post(server: TestServer, random: () => number, creator: Person): Promise<void> {
  const dice = random()
  const access = ACCESS[Math.floor(random() * ACCESS.length)] ?? 'public'
  const price = access === 'paid' ? 5 : 0
  const posts = await server.app.orm.em.fork().find(Post, { performerId: creator.id }, { orderBy: { id: 'asc' } })
  const _id = posts[Math.floor(random() * posts.length)]?.id ?? v7()
  await transact(server.app, creator.actor, async (tx) => {
    if (dice < 0.15) return removePost(tx, { _id })
    if (dice < 0.3) return void (await updatePost(tx, { _id, changes: { archived: random() < 0.5 } }))
    if (dice < 0.45)
      return void (await updatePost(tx, { _id, changes: { text: `t${Math.floor(dice * 1000)}`, access, price } }))
    const scheduledAt = dice < 0.6 ? new Date(tx.now.getTime() + 3_600_000).toISOString() : null
    const content = { text: `t${Math.floor(dice * 1000)}`, access, price, scheduledAt, poll: null, fileIds: [] }
    await publishPost(tx, { _id: v7(), ...content })
  })
}

/** Grants an account a post or a membership, prolongs it, or takes it back. */
export async function grantAtRandom(
  { app }: Pick<TestServer, 'app'>,
  random: () => number,
  { to, by, postIds }: { to: Person; by: Person; postIds: readonly string[] },
): Promise<void> {
  const [dice, objectId] = [random(), postIds[Math.floor(random() * postIds.length)]]
  const post = objectId && (await app.orm.em.fork().findOne(Post, { id: objectId, seq: { $ne: null } }))
  await transact(app, null, async (tx) => {
    if (dice < 0.5) {
      const accessUntil = new Date(tx.now.getTime() + (dice < 0.3 ? 3_600_000 : 0))
      return void (await setMembership(tx, { userId: to.id, performerId: by.id, kind: 'gift', accessUntil }))
    }
    if (!post) return
    const owned = { userId: to.id, objectType: 'feed' as const, objectId: post.id }
    if (dice < 0.7) return revokeEntitlement(tx, owned)
    await grantEntitlement(tx, { ...owned, performerId: post.performerId, source: 'gift' })
  })
}

/** The posts that the account may see, asked of the table directly. The texts of these tests are too short to preview. */
export async function postsFor({ server, person }: TestDevice): Promise<unknown[]> {
  return server.app.orm.em.fork().execute(
    `select p.id as _id, coalesce(p.seq, 0) as seq, t.status, t.is_locked as "isLocked",
       case when t.status = 'removed' or t.is_locked then '' else p.text end as text
     from post p
     cross join lateral (
       select p.performer_id = ?::uuid as author, exists (
         select 1 from entitlement e where e.user_id = ? and e.object_id = p.id and e.revoked_at is null
       ) as owner, exists (
         select 1 from membership m
         where m.user_id = ? and m.performer_id = p.performer_id and m.access_until > now()
       ) as member
     ) as v
     cross join lateral (select v.author or v.owner as own) as o
     cross join lateral (
       select case when o.own or p.status = 'published' then p.status else 'removed' end as status,
         not o.own and p.status = 'published' and (p.access = 'paid' or (p.access = 'subscribers' and not v.member))
           as is_locked
     ) as t
     where (v.author or p.performer_id in (select performer_id from follow where follower_id = ?))
       and (p.seq is not null or (v.author and p.status = 'scheduled'))
     order by p.id`,
    [person.id, person.id, person.id, person.id],
  )
}

export function shortPost({ _id, seq, status, isLocked, text }: PostRecord): unknown {
  return { _id, seq, status, isLocked, text }
}
