import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { reactionIdOf } from '@vesper/sync/vesper/records/reaction.ts'
import { addToTotal } from '../../../content/content-total.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Source, Tx } from '../../../infra/database/transaction.ts'
import { gatherLike } from '../../notify/notifications/gather.ts'
import { Reaction } from './entity.ts'
import { requireReactable } from './require-reactable.ts'

/**
 * Likes or bookmarks something, or ceases to; what is so already stays as it is. Refusals, of beginning only:
 * `not-found` for what the actor cannot see, `forbidden` to like what is locked, or a creator.
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
  if (of.action === 'like') {
    const { objectType, objectId } = of
    const standing = (source: Source, actors: readonly string[]) => stillLike(source, key.reactionId, actors)
    gatherLike(tx, { objectType, objectId, on, standing })
  }
  // A like is news to its author's devices only.
  await addToTotal(tx, of.objectId, { of: of.action === 'like' ? 'likes' : 'bookmarks', by: on ? 1 : -1 })
}

async function stillLike({ em }: Source, reactionId: string, actors: readonly string[]): Promise<string[]> {
  const likes = await em.find(Reaction, { reactionId, userId: { $in: [...actors] } }, { fields: ['userId'] })
  return likes.map(({ userId }) => userId)
}
