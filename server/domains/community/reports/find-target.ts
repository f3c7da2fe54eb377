import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { NewReport, ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { filesOf } from '../../../content/attachments.ts'
import { whereOpenTo } from '../../../content/blocks.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { assetAccess, placedAsset } from '../../content/assets/viewed-asset.ts'
import { Post } from '../../content/posts/entity.ts'
import { postAccess } from '../../content/posts/viewed-post.ts'
import { User } from '../../people/accounts/entity.ts'
import { ConversationMember } from '../../talk/conversations/entity.ts'
import { Message } from '../../talk/messages/entity.ts'
import { commentedObject } from '../comments/commented-object.ts'
import { Comment } from '../comments/entity.ts'
import { seenComment } from '../comments/queries.ts'
import type { Snapshot } from './entity.ts'

/** The account that is responsible for an object, and what the reporter saw of it. */
type Target = { userId: string; snapshot: Snapshot }

/**
 * Finds what the actor reports. Refuses as `not-found`, with one message, what does not exist and what the actor cannot
 * see; as `invalid` what is the actor's own.
 */
export async function findTarget(tx: Tx, { objectType, objectId }: Pick<NewReport, 'objectType' | 'objectId'>) {
  const target = await finders[objectType](tx, objectId)
  if (!target) throw new Refusal('not-found', 'You cannot see this, or it no longer exists.')
  if (target.userId === requireActor(tx).userId) throw new Refusal('invalid', 'You cannot report yourself.')
  return target
}

const finders: Record<ReportTarget, (tx: Tx, id: string) => Promise<Target | null>> = {
  feed: findPost,
  message: findMessage,
  performer: (tx, id) => findAccount(tx, id, true),
  user: (tx, id) => findAccount(tx, id, false),
  gallery: (tx, id) => findAsset(tx, id, 'gallery'),
  photo: (tx, id) => findAsset(tx, id, 'photo'),
  video: (tx, id) => findAsset(tx, id, 'video'),
  product: (tx, id) => findAsset(tx, id, 'product'),
  comment: findComment,
}

/** A locked post shows its preview, which can be reported as well. */
async function findPost(tx: Tx, id: string): Promise<Target | null> {
  const post = await tx.em.findOne(Post, { id })
  const onlooker = { userId: requireActor(tx).userId, now: tx.now }
  if (!post || (await postAccess(tx.em, onlooker, post)) === 'hidden') return null
  const files = (await filesOf(tx.em, 'post', [id])).get(id)?.file ?? []
  return { userId: post.performerId, snapshot: { text: post.text, fileIds: files.map((file) => file.id) } }
}

/** A locked asset shows its card, which can be reported as well. */
async function findAsset(tx: Tx, id: string, kind: AssetKind): Promise<Target | null> {
  const placed = await placedAsset(tx.em, id)
  const onlooker = { userId: requireActor(tx).userId, now: tx.now }
  if (placed?.asset.kind !== kind || (await assetAccess(tx.em, onlooker, placed)).access === 'hidden') return null
  const { performerId, title, description } = placed.asset
  const { sold: _, 'sold-picture': __, ...held } = (await filesOf(tx.em, 'asset', [id])).get(id) ?? {}
  const fileIds = Object.values(held).flatMap((files) => files.map((file) => file.id))
  return { userId: performerId, snapshot: { text: [title, description].filter(Boolean).join('\n'), fileIds } }
}

async function findMessage(tx: Tx, id: string): Promise<Target | null> {
  const message = await tx.em.findOne(Message, { id, isDeleted: false, isHidden: false })
  const seen = message && { conversationId: message.conversationId, userId: requireActor(tx).userId }
  if (!seen || (await tx.em.count(ConversationMember, seen)) === 0) return null
  const files = (await filesOf(tx.em, 'message', [id])).get(id)?.file ?? []
  return { userId: message.senderId, snapshot: { text: message.text, fileIds: files.map((file) => file.id) } }
}

async function findComment(tx: Tx, id: string): Promise<Target | null> {
  const comment = (await seenComment(tx.em, id)) && (await tx.em.findOne(Comment, { id }))
  const onlooker = { userId: requireActor(tx).userId, now: tx.now }
  if (!comment || (await commentedObject(tx.em, onlooker, comment))?.access !== 'open') return null
  const files = (await filesOf(tx.em, 'comment', [id])).get(id)?.file ?? []
  return { userId: comment.authorId, snapshot: { text: comment.text, fileIds: files.map((file) => file.id) } }
}

async function findAccount(tx: Tx, id: string, isPerformer: boolean): Promise<Target | null> {
  const user = await tx.em.findOne(User, { id, isPerformer, ...whereOpenTo(requireActor(tx)) })
  return (
    user && { userId: user.id, snapshot: { text: [user.name, user.username, user.bio].filter(Boolean).join('\n') } }
  )
}
