import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { PostDraft } from './entity.ts'

/** How many drafts one creator keeps. */
const DRAFTS_MAX = 200

const CREATORS_ONLY = 'Only creators write posts.'

const { kept: noVersions, ...noContent } = emptyDraft

/**
 * A draft of the actor under its lock, also one that is gone; null when there is none. Refusals: `forbidden` for a fan,
 * `conflict` when the id is another's.
 */
export async function lockDraft(tx: Tx, id: string): Promise<PostDraft | null> {
  const ownerId = requireCreator(tx, CREATORS_ONLY)
  // Also of a draft that is not there yet: two devices may begin it at once.
  await lock(tx, 'draft', id)
  const draft = await tx.em.findOne(PostDraft, { id })
  if (draft && draft.ownerId !== ownerId) throw new Refusal('conflict', 'This draft id is in use already.')
  return draft
}

/** Refuses as `forbidden` one draft too many. */
export async function beginDraft(tx: Tx, id: string): Promise<PostDraft> {
  const ownerId = requireCreator(tx, CREATORS_ONLY)
  // Devices that begin drafts at once take turns, so that each counts the drafts before its own.
  await lock(tx, 'drafts', ownerId)
  const count = await tx.em.count(PostDraft, { ownerId, state: 'open' })
  if (count >= DRAFTS_MAX) {
    throw new Refusal(
      'forbidden',
      `You have ${DRAFTS_MAX} drafts, which is the most an account can have. Publish or discard some.`,
    )
  }
  const stamps = { createdAt: tx.now, updatedAt: tx.now }
  return tx.em.create(PostDraft, { id, ownerId, state: 'open', content: noContent, kept: noVersions, ...stamps })
}

/** Ends a draft: what it said is gone from the drafts. */
export function closeDraft(tx: Tx, draft: PostDraft, state: 'published' | 'discarded'): void {
  Object.assign(draft, { state, content: noContent, kept: noVersions, updatedAt: tx.now })
}
