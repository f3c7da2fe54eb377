import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CommentObject } from '@vesper/sync/vesper/records/comment.ts'
import { accessOf } from '../../../content/access.ts'
import type { Access, Viewer } from '../../../content/access.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { noAsset } from '../../content/assets/lock-asset.ts'
import { assetAccess, placedAsset } from '../../content/assets/viewed-asset.ts'
import { noPost } from '../../content/posts/commands.ts'
import { Post } from '../../content/posts/entity.ts'
import { viewedPost } from '../../content/posts/viewed-post.ts'

type Named = { objectType: CommentObject; objectId: string }

/** A thing as an onlooker may know of it. */
export type CommentedObject = Named & { performerId: string; access: Access; viewer: Viewer }

/** The thing with this type and id; null where the onlooker may not know of it. */
export async function commentedObject(
  em: SqlEntityManager,
  onlooker: Onlooker,
  { objectType, objectId }: Named,
): Promise<CommentedObject | null> {
  const found = await (objectType === 'feed'
    ? postOf(em, onlooker, objectId)
    : assetOf(em, onlooker, { objectType, objectId }))
  return found && found.access !== 'hidden' ? { objectType, objectId, ...found } : null
}

/**
 * The thing, whose comments the onlooker reads. Refusals: `not-found` for what the onlooker may not know of, `forbidden` for
 * what is locked.
 */
export async function requireReadable(em: SqlEntityManager, onlooker: Onlooker, of: Named): Promise<CommentedObject> {
  const object = await commentedObject(em, onlooker, of)
  if (!object) throw noObject(of.objectType)
  if (object.access === 'locked') {
    throw new Refusal('forbidden', 'You can read and write comments here once this is open to you.')
  }
  return object
}

/** The same for a thing below which the onlooker writes. Somebody whom its creator blocks reads there at most. */
export async function requireWritable(em: SqlEntityManager, onlooker: Onlooker, of: Named): Promise<CommentedObject> {
  const object = await requireReadable(em, onlooker, of)
  if (object.viewer.isBlocked) throw noObject(of.objectType)
  return object
}

function noObject(objectType: CommentObject): Refusal {
  return objectType === 'feed' ? noPost() : noAsset(objectType)
}

async function postOf(em: SqlEntityManager, onlooker: Onlooker, id: string) {
  const post = await em.findOne(Post, { id })
  if (!post) return null
  const viewer = (await viewersOf(em, onlooker, [viewedPost(post)]))(viewedPost(post))
  return { performerId: post.performerId, viewer, access: accessOf(viewer, post) }
}

async function assetOf(
  em: SqlEntityManager,
  onlooker: Onlooker,
  { objectType, objectId }: { objectType: Exclude<CommentObject, 'feed'>; objectId: string },
) {
  const placed = await placedAsset(em, objectId)
  if (placed?.asset.kind !== objectType) return null
  return { performerId: placed.asset.performerId, ...(await assetAccess(em, onlooker, placed)) }
}
