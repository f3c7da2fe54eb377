import { HIDE } from '../../../content/hidden-by-staff.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { hideAsset } from '../../content/assets/hide-asset.ts'
import { hidePost } from '../../content/posts/hide-post.ts'
import { hideMessage } from '../../talk/messages/hide-message.ts'
import { hideComment } from '../comments/commands.ts'
import { Report } from './entity.ts'

/** The things that staff hide, as reports name them. */
export const hideables = ['feed', 'gallery', 'photo', 'video', 'product', 'comment', 'message'] as const
type Hideable = (typeof hideables)[number]
type Thing = { type: Hideable; id: string }

/**
 * Hides a thing from all but its author, who cannot show it again, and settles the open reports on it. Gives false for one
 * that is hidden already. Refuses as `not-found` what is not there.
 */
export async function hide(tx: Tx, thing: Thing): Promise<boolean> {
  return change(tx, thing, true)
}

/** Shows a thing as it was before it was hidden. Gives false for one that is not hidden. Refuses as `hide`. */
export async function restore(tx: Tx, thing: Thing): Promise<boolean> {
  return change(tx, thing, false)
}

async function change(tx: Tx, { type, id }: Thing, isHidden: boolean): Promise<boolean> {
  const status = await setterOf[type](tx, id, isHidden)
  if (status === null) return false
  const action = isHidden ? HIDE : 'content.restore'
  audit(tx, { action, subjectId: id, before: { type, status }, after: { type, isHidden } })
  const [from, state] = isHidden ? (['open', 'actioned'] as const) : (['actioned', 'reversed'] as const)
  const settled = { state, decision: action, updatedAt: tx.now }
  await tx.em.nativeUpdate(Report, { objectType: type, objectId: id, state: from }, settled)
  await tx.flush()
  return true
}

/** Gives the state before; null where nothing changed. */
type Setter = (tx: Tx, id: string, isHidden: boolean) => Promise<string | null>

const setterOf: Record<Hideable, Setter> = {
  feed: hidePost,
  gallery: (tx, id, isHidden) => hideAsset(tx, { kind: 'gallery', id }, isHidden),
  photo: (tx, id, isHidden) => hideAsset(tx, { kind: 'photo', id }, isHidden),
  video: (tx, id, isHidden) => hideAsset(tx, { kind: 'video', id }, isHidden),
  product: (tx, id, isHidden) => hideAsset(tx, { kind: 'product', id }, isHidden),
  comment: async (tx, id, isHidden) =>
    (await hideComment(tx, id, isHidden)) ? (isHidden ? 'visible' : 'hidden') : null,
  message: hideMessage,
}
