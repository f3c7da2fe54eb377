import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import type { App } from '../../app.ts'
import { Reaction } from '../../domains/community/reactions/entity.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { Follow } from '../../domains/people/follows/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import { must } from '../find-demo-rows.ts'
import { planAssetReactions } from './plan-asset-reactions.ts'
import { planFollows, planReactions } from './plan-reactions.ts'
import type { World } from './read-world.ts'
import { VIEWS } from './seed-statistics.ts'

const MINUTE_MS = 60_000

/** Lets the fans follow, like and keep, all at once; where one follows somebody already, it has been done. */
export async function seedReactions(app: App, world: World, accounts: ReadonlyMap<string, User>): Promise<void> {
  const ids = [...accounts.values()].map(({ id }) => id)
  if ((await app.orm.em.fork().count(Follow, { followerId: { $in: ids } })) > 0) return
  const idOf = (username: string) => must(accounts.get(username)).id
  await transact(app, null, async (tx) => {
    const at = (minutesAgo: number) => new Date(tx.now.getTime() - Math.round(minutesAgo * MINUTE_MS))
    const follows = planFollows()
    for (const { fan, creator, minutesAgo } of follows) {
      tx.em.create(Follow, { followerId: idOf(fan), performerId: idOf(creator), createdAt: at(minutesAgo) })
    }
    for (const { fan, postId: objectId, action, minutesAgo } of planReactions(world.posts, follows)) {
      const of = { objectId, objectType: 'feed', action } as const
      tx.em.create(Reaction, { userId: idOf(fan), reactionId: reactionIdOf(of), ...of, createdAt: at(minutesAgo) })
    }
    for (const { fan, minutesAgo, objectId, ...kind } of planAssetReactions(world, follows)) {
      const of = { ...kind, objectId: kind.objectType === 'performer' ? idOf(objectId) : objectId }
      tx.em.create(Reaction, { userId: idOf(fan), reactionId: reactionIdOf(of), ...of, createdAt: at(minutesAgo) })
    }
    await tx.em.flush()
    await tx.em.execute(
      `insert into content_total (object_id, likes, bookmarks, views)
       select object_id, count(*) filter (where action = 'like'), count(*) filter (where action = 'bookmark'),
         sum(case action when 'like' then ${VIEWS.like} else ${VIEWS.bookmark} end)
       from reaction where user_id = any(?::uuid[]) group by object_id
       on conflict (object_id) do update
       set likes = excluded.likes, bookmarks = excluded.bookmarks, views = excluded.views`,
      [`{${ids.join()}}`],
    )
  })
}
