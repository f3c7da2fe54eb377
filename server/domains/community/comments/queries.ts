import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { CommentQuery } from '@vesper/sync/vesper/api/comments.ts'
import type * as v from 'valibot'
import { blocksAccount } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { lookUpAccount } from '../../people/accounts/account-sql.ts'

/** A comment in a list: whether readers see it, and how many answers they see. */
export type ListedComment = { id: string; isSeen: boolean; replies: number }

/** SQL: readers see a comment that stands, of an author whom they see. The aliases name the comment and its author. */
export function seen(comment: string, author: string): string {
  return `(${comment}.status = 'visible' and ${authorSeen(comment, author)})`
}

/** SQL: others reach the author of a comment, and the creator of its thing does not block them. */
export function authorSeen(comment: string, author: string): string {
  return `(${openToOthers(author)} and not ${blocksAccount(`${comment}.performer_id`, `${comment}.author_id`)})`
}

const ANSWERS = `from comment a join "user" w on w.id = a.author_id where a.parent_id = c.id and ${seen('a', 'w')}`

/** One page of the comments on a thing as the viewer reads them, or of the answers to one. One that is gone stays while it has answers. */
export async function commentPage(
  em: SqlEntityManager,
  { objectType, objectId, parentId, ...query }: v.InferOutput<typeof CommentQuery>,
  viewerId: string | null,
): Promise<{ listed: ListedComment[]; total: number; next: string | null }> {
  // Staff hide a comment from all but its author.
  const isSeen = `(${seen('c', 'u')} or c.status = 'hidden' and c.author_id = viewer.id)`
  const isShown =
    parentId === undefined
      ? // The offset keeps PostgreSQL from reading the answers of all threads at once.
        `c.parent_id is null and (${isSeen} or exists (select 1 ${ANSWERS} offset 0))`
      : `c.parent_id = ? and ${isSeen}`
  const { rows, total, next } = await sqlPage<ListedComment>(
    em,
    {
      select: `c.id, ${isSeen} as "isSeen", (select count(*)::int ${ANSWERS}) as replies`,
      from: `comment c ${lookUpAccount('u', 'c.author_id')} left join content_total t on t.object_id = c.id
        cross join (select ?::uuid as id) viewer`,
      where: `c.object_id = ? and c.object_type = ? and ${isShown}`,
      params: [viewerId, objectId, objectType, ...(parentId === undefined ? [] : [parentId])],
      sortable: { createdAt: 'c.created_at', likes: 'coalesce(t.likes, 0)' },
      places: { createdAt: 'time', likes: 'number' },
      tieBreak: 'c.id',
    },
    query,
  )
  return { listed: rows, total, next }
}

/** One comment as a list has it; null where there is none that readers see. */
export async function seenComment(em: SqlEntityManager, id: string): Promise<ListedComment | null> {
  const [row] = await em.execute<ListedComment[]>(
    `select c.id, true as "isSeen", (select count(*)::int ${ANSWERS}) as replies
     from comment c join "user" u on u.id = c.author_id where c.id = ? and ${seen('c', 'u')}`,
    [id],
  )
  return row ?? null
}
