import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Access } from '../../../content/access.ts'
import { whereOpenTo } from '../../../content/blocks.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { noAsset } from '../../content/assets/lock-asset.ts'
import { assetAccess, placedAsset } from '../../content/assets/viewed-asset.ts'
import { noPost } from '../../content/posts/commands.ts'
import { Post } from '../../content/posts/entity.ts'
import { postAccess } from '../../content/posts/viewed-post.ts'
import { User } from '../../people/accounts/entity.ts'
import { noSuchCreator } from '../../people/performers/queries.ts'
import { commentedObject } from '../comments/commented-object.ts'
import { Comment } from '../comments/entity.ts'
import { seenComment } from '../comments/queries.ts'
import type { Reaction } from './entity.ts'

type Target = Pick<Reaction, 'objectType' | 'objectId' | 'action'>

/**
 * Refuses a reaction to what the actor cannot see, as `not-found`, and a like of what is locked or of a creator, and a
 * bookmark of a comment, as `forbidden`.
 */
export async function requireReactable(tx: Tx, { objectType, objectId, action }: Target): Promise<void> {
  if (objectType === 'performer') return requireCreator(tx, objectId, action)
  if (objectType === 'comment') return requireComment(tx, objectId, action)
  const access =
    objectType === 'feed' ? await accessToPost(tx, objectId) : await accessToAsset(tx, objectType, objectId)
  if (access === 'hidden') throw objectType === 'feed' ? noPost() : noAsset(objectType)
  if (access === 'locked' && action === 'like') {
    throw new Refusal(
      'forbidden',
      objectType === 'feed'
        ? "You can't like a post that is locked for you."
        : "You can't like what is locked for you.",
    )
  }
}

async function accessToPost(tx: Tx, id: string): Promise<Access> {
  const post = await tx.em.findOne(Post, { id })
  return post ? postAccess(tx.em, onlookerOf(tx), post) : 'hidden'
}

async function accessToAsset(
  tx: Tx,
  kind: Exclude<Target['objectType'], 'feed' | 'performer' | 'comment'>,
  id: string,
) {
  const placed = await placedAsset(tx.em, id)
  if (placed?.asset.kind !== kind) return 'hidden'
  return (await assetAccess(tx.em, onlookerOf(tx), placed)).access
}

async function requireCreator(tx: Tx, id: string, action: Target['action']): Promise<void> {
  const found = await tx.em.count(User, { id, isPerformer: true, ...whereOpenTo(requireActor(tx)) })
  if (found === 0) throw noSuchCreator()
  if (action === 'like') throw new Refusal('forbidden', 'Creators can be bookmarked and followed, not liked.')
}

/** Comments are read where the thing that they stand below is open. */
async function requireComment(tx: Tx, id: string, action: Target['action']): Promise<void> {
  const comment = (await seenComment(tx.em, id)) && (await tx.em.findOne(Comment, { id }))
  const object = comment && (await commentedObject(tx.em, onlookerOf(tx), comment))
  if (object?.access !== 'open') throw new Refusal('not-found', 'This comment is gone.')
  if (action === 'bookmark') throw new Refusal('forbidden', 'Comments can be liked, not bookmarked.')
}

function onlookerOf(tx: Tx) {
  return { userId: requireActor(tx).userId, now: tx.now }
}
