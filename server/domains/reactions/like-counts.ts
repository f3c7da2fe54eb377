import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'

/**
 * How many others than the viewer like each of these posts: a device adds the viewer's own like, which it knows
 * better.
 */
export async function countLikesOfOthers(
  em: SqlEntityManager,
  postIds: readonly string[],
  viewerId: string | null,
): Promise<Map<string, number>> {
  if (postIds.length === 0) return new Map()
  const byReaction = new Map(
    postIds.map((objectId) => [reactionIdOf({ objectType: 'feed', objectId, action: 'like' }), objectId]),
  )
  const rows = await em.execute<{ id: string; likes: number }[]>(
    `select t.reaction_id as id, t.total - count(r.user_id)::int as likes
     from reaction_total t
     left join reaction r on r.reaction_id = t.reaction_id and r.user_id = ?::uuid
     where t.reaction_id = any(?::uuid[])
     group by t.reaction_id, t.total`,
    [viewerId, `{${[...byReaction.keys()].join()}}`],
  )
  return new Map(rows.map(({ id, likes }) => [byReaction.get(id) ?? '', likes]))
}
