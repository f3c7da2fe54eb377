import { addToTotal, recountTotals } from '../../../content/content-total.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { Comment } from './entity.ts'
import { authorSeen, seen } from './queries.ts'

/**
 * Adds a comment that stands, or takes it from the count of its thing: the comments that readers see. One whose author is
 * closed or blocked there is not in the count. The count is locked before the look: a block that is decided at the same
 * time counts anew before or after it.
 */
export async function countComment(
  tx: Tx,
  { objectId, performerId, authorId }: Pick<Comment, 'objectId' | 'performerId' | 'authorId'>,
  by: 1 | -1,
): Promise<void> {
  await addToTotal(tx, objectId, { of: 'comments', by: 0 })
  const [author] = await tx.em.execute<object[]>(
    `select from "user" u, (select ?::uuid as performer_id, ?::uuid as author_id) c
     where u.id = c.author_id and ${authorSeen('c', 'u')}`,
    [performerId, authorId],
  )
  if (author) await addToTotal(tx, objectId, { of: 'comments', by })
}

/**
 * Counts the comments of all things anew that an account has commented on, of one creator or of all: readers see its comments
 * from now on, or no more. The block or the closed account is stored before.
 */
export async function recountComments(
  tx: Tx,
  { authorId, performerId = null }: { authorId: string; performerId?: string | null },
): Promise<void> {
  const written = 'select object_id from comment where author_id = ? and performer_id = coalesce(?::uuid, performer_id)'
  await recountTotals(tx, {
    of: 'comments',
    objects: { sql: written, params: [authorId, performerId] },
    count: `select count(*)::int from comment c join "user" u on u.id = c.author_id
      where c.object_id = t.object_id and ${seen('c', 'u')}`,
  })
}
