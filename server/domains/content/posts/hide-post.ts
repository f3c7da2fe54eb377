import { nothingToHide, shownBefore, tellPages } from '../../../content/hidden-by-staff.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Post } from './entity.ts'
import { ENDED, hasEnded, lockPerformer } from './put-into-feed.ts'

/** Hides a post from all but its author, or shows it as before. Gives the state before; null where nothing changed. */
export async function hidePost(tx: Tx, id: string, isHidden: boolean): Promise<Post['status'] | null> {
  const found = await tx.em.findOne(Post, { id }, { fields: ['performerId'], disableIdentityMap: true })
  if (!found) throw nothingToHide()
  // All that change a post hold this lock.
  await lockPerformer(tx, found.performerId)
  const post = await tx.em.findOneOrFail(Post, { id }, { refresh: true })
  const { status } = post
  if (status === 'removed') throw nothingToHide()
  if ((status === 'hidden') === isHidden) return null
  post.status = isHidden ? 'hidden' : await shownBefore(tx, id, ['processing', 'scheduled', 'published', 'archived'])
  if (isHidden) post.isPinned = false
  else if (post.status === 'published' && hasEnded(post, tx.now)) Object.assign(post, ENDED)
  post.updatedAt = tx.now
  await tx.em.flush()
  tellPages(tx, [
    { type: 'feed', id },
    { type: 'poll', id },
  ])
  return status
}
