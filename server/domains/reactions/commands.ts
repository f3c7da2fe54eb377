import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import { addToTotal } from '../../content/content-total.ts'
import { requireActor } from '../../infra/database/require-actor.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { noPost } from '../posts/commands.ts'
import { Post } from '../posts/entity.ts'
import { postAccess } from '../posts/viewed-post.ts'
import { Reaction } from './entity.ts'
import { lock } from '../../infra/database/lock.ts'

/**
 * Likes or bookmarks a post, or ceases to; what is so already stays as it is. Refusals, of beginning only:
 * `not-found` for a post that the actor cannot see, `forbidden` to like what is locked.
 */
export async function setReaction(tx: Tx, { on, ...args }: ArgsOf<'reaction.set'>): Promise<void> {
  const of = { ...args, objectId: args.objectId.toLowerCase() }
  const key = { userId: requireActor(tx).userId, reactionId: reactionIdOf(of) }
  // Two devices at once: the second finds what the first made.
  await lock(tx, 'reaction', `${key.userId} ${key.reactionId}`)
  const reaction = await tx.em.findOne(Reaction, key)
  if ((reaction !== null) === on) return
  if (reaction) {
    tx.em.remove(reaction)
  } else {
    await requireReactable(tx, of)
    tx.em.create(Reaction, { ...key, ...of, createdAt: tx.now })
  }
  await tx.em.flush()
  // A like is news to its author's devices only.
  await addToTotal(tx, of.objectId, { of: of.action === 'like' ? 'likes' : 'bookmarks', by: on ? 1 : -1 })
}

async function requireReactable(
  tx: Tx,
  { objectType, objectId, action }: Pick<Reaction, 'objectType' | 'objectId' | 'action'>,
): Promise<void> {
  if (objectType !== 'feed') throw new Refusal('not-found', 'This does not exist.')
  const post = await tx.em.findOne(Post, { id: objectId })
  if (!post) throw noPost()
  const access = await postAccess(tx.em, { userId: requireActor(tx).userId, now: tx.now }, post)
  if (access === 'hidden') throw noPost()
  if (access === 'locked' && action === 'like')
    throw new Refusal('forbidden', "You can't like a post that is locked for you.")
}
