import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { MESSAGE_DELETED_TEXT } from '@vesper/sync/vesper/records/message.ts'
import { audit } from '../../infra/audit/audit.ts'
import { AuditEntry } from '../../infra/audit/entity.ts'
import { lock } from '../../infra/database/lock.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { replaceCover } from '../assets/asset-files.ts'
import { Asset } from '../assets/entity.ts'
import { hideComment } from '../comments/commands.ts'
import { ConversationMember } from '../conversations/entity.ts'
import { Message } from '../messages/entity.ts'
import { countUnseen } from '../messages/queries.ts'
import { lockPerformer } from '../posts/feed-sequence.ts'
import { Post } from '../posts/entity.ts'

/** The things that staff hide, as reports name them. */
export const hideables = ['feed', 'gallery', 'photo', 'video', 'product', 'comment', 'message'] as const
type Hideable = (typeof hideables)[number]
type Thing = { type: Hideable; id: string }

const HIDE = 'content.hide'

/** Hides a thing from all but its author, who cannot show it again. Gives false for one that is hidden already. */
export async function hide(tx: Tx, thing: Thing): Promise<boolean> {
  return note(tx, thing, true)
}

/** Shows a thing as it was before it was hidden. Gives false for one that is not hidden. */
export async function restore(tx: Tx, thing: Thing): Promise<boolean> {
  return note(tx, thing, false)
}

async function note(tx: Tx, { type, id }: Thing, isHidden: boolean): Promise<boolean> {
  const before = await setters[type](tx, id, isHidden)
  if (before === null) return false
  audit(tx, { action: isHidden ? HIDE : 'content.restore', subjectId: id, before, after: { type, isHidden } })
  await tx.flush()
  return true
}

/** Gives the state before; null where nothing changed. */
type Set = (tx: Tx, id: string, isHidden: boolean) => Promise<{ type: Hideable; status: string } | null>

const setters: Record<Hideable, Set> = {
  feed: setPost,
  gallery: (tx, id, isHidden) => setAsset(tx, { kind: 'gallery', id }, isHidden),
  photo: (tx, id, isHidden) => setAsset(tx, { kind: 'photo', id }, isHidden),
  video: (tx, id, isHidden) => setAsset(tx, { kind: 'video', id }, isHidden),
  product: (tx, id, isHidden) => setAsset(tx, { kind: 'product', id }, isHidden),
  comment: async (tx, id, isHidden) =>
    (await hideComment(tx, id, isHidden)) ? { type: 'comment', status: isHidden ? 'visible' : 'hidden' } : null,
  message: setMessage,
}

async function setPost(tx: Tx, id: string, isHidden: boolean): ReturnType<Set> {
  const found = await tx.em.findOne(Post, { id }, { fields: ['performerId'], disableIdentityMap: true })
  if (!found) throw missing()
  // All that change a post hold this lock.
  await lockPerformer(tx, found.performerId)
  const post = await tx.em.findOneOrFail(Post, { id }, { refresh: true })
  const { status } = post
  if (status === 'removed') throw missing()
  if ((status === 'hidden') === isHidden) return null
  post.status = isHidden ? 'hidden' : await shownBefore(tx, id, ['processing', 'scheduled', 'published', 'archived'])
  if (isHidden) post.isPinned = false
  post.updatedAt = tx.now
  await tx.em.flush()
  for (const type of ['feed', 'poll'] as const) tellPages(tx, { type, id })
  return { type: 'feed', status }
}

async function setAsset(tx: Tx, { kind, id }: { kind: AssetKind; id: string }, isHidden: boolean): ReturnType<Set> {
  const found = await tx.em.findOne(Asset, { id, kind }, { fields: ['galleryId'], disableIdentityMap: true })
  if (!found) throw missing()
  if (found.galleryId != null) await lock(tx, 'asset', found.galleryId)
  await lock(tx, 'asset', id)
  const asset = await tx.em.findOneOrFail(Asset, { id }, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE })
  const { status, galleryId } = asset
  if (status === 'removed') throw missing()
  if ((status === 'hidden') === isHidden) return null
  asset.status = isHidden ? 'hidden' : await shownBefore(tx, id, ['draft', 'active', 'archived'])
  asset.updatedAt = tx.now
  const gallery = galleryId == null ? null : await tx.em.findOne(Asset, { id: galleryId })
  // Everybody sees the cover of a gallery: a small copy of one of its photos.
  if (isHidden && gallery?.coverPhotoId === id) await replaceCover(tx, gallery, null)
  await tx.em.flush()
  tellPages(tx, { type: kind, id })
  if (gallery) tellPages(tx, { type: 'gallery', id: gallery.id })
  return { type: kind, status }
}

async function setMessage(tx: Tx, id: string, isHidden: boolean): ReturnType<Set> {
  const found = await tx.em.findOne(Message, { id, isDeleted: false }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!found) throw missing()
  if (found.isHidden === isHidden) return null
  Object.assign(found, { isHidden, updatedAt: tx.now })
  await tx.em.flush()
  const { conversationId, senderId } = found
  const theirs = await tx.em.findOne(
    ConversationMember,
    { conversationId, userId: { $ne: senderId } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (theirs) theirs.unseen = await countUnseen(tx.em, theirs)
  await tx.em.flush()
  if (isHidden && theirs) {
    const event = { _id: id, conversationId, text: MESSAGE_DELETED_TEXT }
    tx.afterCommit(() => tx.app.live.toMember({ conversationId, userId: theirs.userId }, 'message:deleted', event))
  }
  return { type: 'message', status: isHidden ? 'shown' : 'hidden' }
}

/** The state that the latest entry about hiding names, if it is one of these; else the last of them, which shows nothing. */
async function shownBefore<Status extends string>(tx: Tx, id: string, known: readonly Status[]): Promise<Status> {
  const [entry] = await tx.em.find(AuditEntry, { subjectId: id, action: HIDE }, { orderBy: { at: 'desc' }, limit: 1 })
  const status = (entry?.before as { status?: unknown } | null | undefined)?.status
  const found = known.find((one) => one === status) ?? known.at(-1)
  if (found === undefined) throw new Error('no state is known')
  return found
}

/** Open pages look again; those who may not see the thing leave its room. */
function tellPages(tx: Tx, page: { type: Exclude<Hideable, 'comment' | 'message'> | 'poll'; id: string }): void {
  tx.afterCommit(() => {
    tx.app.live.toPage(page, 'page:changed', page)
    tx.app.live.recheckRooms(null)
  })
}

function missing(): Refusal {
  return new Refusal('not-found', 'There is no such thing.')
}
