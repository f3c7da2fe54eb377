import { defineEntity, p } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import type { Reaction } from '@vesper/sync/vesper/records/reaction.ts'
import { KEPT } from '../infra/database/driver/prepared-statements.ts'
import type { Tx } from '../infra/database/transaction.ts'
import type { Condition } from './blocks.ts'

/**
 * The counts of one thing: a post, an asset or a creator. They stand beside it, and are written past the change feed, so
 * that a like does not change the thing for all who hold it.
 */
export const ContentTotal = defineEntity({
  name: 'ContentTotal',
  tableName: 'content_total',
  properties: {
    objectId: p.uuid().primary(),
    likes: p.integer().default(0),
    bookmarks: p.integer().default(0),
    comments: p.integer().default(0),
    views: p.integer().default(0),
  },
})

const counted = ['likes', 'bookmarks', 'comments', 'views'] as const
export type Counted = (typeof counted)[number]
export type Totals = { readonly [Name in Counted]: number }

export const noTotals: Totals = { likes: 0, bookmarks: 0, comments: 0, views: 0 }

type CountedObject = { objectType: Reaction['objectType']; id: string }

/**
 * The counts of these things, by id; one that nobody has touched is not among them. `likes` are those of others than the
 * viewer: a device adds the viewer's own, which it knows better.
 */
export async function totalsOf(
  em: SqlEntityManager,
  objects: readonly CountedObject[],
  viewerId: string | null,
): Promise<Map<string, Totals>> {
  if (objects.length === 0) return new Map()
  const likes = objects.map(({ objectType, id }) => reactionIdOf({ objectType, objectId: id, action: 'like' }))
  const rows = await em.execute<(Totals & { id: string })[]>(TOTALS, [
    arrayOf(objects.map(({ id }) => id)),
    arrayOf(likes),
    viewerId,
  ])
  return new Map(rows.map(({ id, ...totals }) => [id, totals]))
}

const TOTALS = `${KEPT} select t.object_id as id, t.likes - count(r.user_id)::int as likes,
    t.bookmarks, t.comments, t.views
  from unnest(?::uuid[], ?::uuid[]) as o(id, like_id)
  join content_total t on t.object_id = o.id
  left join reaction r on r.reaction_id = o.like_id and r.user_id = ?::uuid
  group by t.object_id`

/** Adds to one count of a thing; no count falls below 0. Callers hold a lock under which the same is not added twice. */
export async function addToTotal(tx: Tx, objectId: string, { of, by }: { of: Counted; by: number }): Promise<void> {
  await tx.em.execute(
    `insert into content_total (object_id, ${of}) values (?, greatest(?, 0))
     on conflict (object_id) do update set ${of} = greatest(content_total.${of} + ?, 0)`,
    [objectId, by, by],
  )
}

type Recount = {
  of: Counted
  /** SQL of the ids of the things. */
  objects: Condition
  /** SQL of the count of the thing `t.object_id`. */
  count: string
}

/** Counts things anew, with all that is committed by the time their counts are locked. */
export async function recountTotals(tx: Tx, { of, objects, count }: Recount): Promise<void> {
  const rows = await tx.em.execute<{ id: string }[]>(
    `select object_id as id from content_total where object_id in (${objects.sql}) order by object_id for update`,
    [...objects.params],
  )
  // A statement of its own sees what others had committed when it got the locks.
  await tx.em.execute(`update content_total t set ${of} = (${count}) where t.object_id = any(?::uuid[])`, [
    arrayOf(rows.map(({ id }) => id)),
  ])
}

function arrayOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
