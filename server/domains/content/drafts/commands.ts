import { equal } from '@vesper/sync/engine/core/equal.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { mergeDraft } from '@vesper/sync/vesper/records/merge-draft.ts'
import { contentOf, sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { KeptVersion } from '@vesper/sync/vesper/records/post-draft.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { filesBySlot, holdFiles } from './draft-files.ts'
import type { PostDraft } from './entity.ts'
import { beginDraft, closeDraft, lockDraft } from './lock-draft.ts'

/** Versions of one draft that wait for the author's decision, and their characters together: a device holds all of them. */
const KEPT_MAX = 20
const KEPT_TEXT_MAX = 20_000

export type SaveDraft = Omit<ArgsOf<'draft.save'>, 'editedAt'>
/** `seen` is left out by who decides about the draft as it stands. */
export type SeenDraft = Pick<ArgsOf<'draft.discard'>, '_id'> & { seen?: string | undefined }

/**
 * Merges an edit into the actor's draft, which it begins if there is none. Refusals: `forbidden` for a fan or
 * one draft too many, `conflict` (the id is another's; the draft was published or discarded; too many or too long versions
 * wait for a decision), `invalid` for photos and videos that cannot be used.
 */
export async function saveDraft(tx: Tx, { _id, ...edit }: SaveDraft): Promise<PostDraft> {
  const draft = (await lockDraft(tx, _id)) ?? (await beginDraft(tx, _id))
  if (draft.state !== 'open') throw gone(draft.state)
  const before = { ...contentOf(draft.content), kept: draft.kept }
  const after = mergeDraft(before, edit)
  if (isTooMuch(before.kept, after.kept)) {
    throw new Refusal(
      'conflict',
      'This draft has too many versions that wait for your decision. Decide about some first.',
    )
  }
  if (!equal(filesBySlot(before), filesBySlot(after))) await holdFiles(tx, draft, after)
  if (!equal(before, after)) {
    const { kept, ...content } = after
    Object.assign(draft, { content, kept, updatedAt: tx.now })
  }
  await tx.em.flush()
  return draft
}

/**
 * Discards the actor's draft with its files, as its author saw it. One that is not there, or gone already, stays so.
 * Refuses as `conflict` what was written in it since.
 */
export async function discardDraft(tx: Tx, { _id, seen }: SeenDraft): Promise<void> {
  const draft = await lockDraft(tx, _id)
  if (draft?.state !== 'open') return
  requireSeen(draft, seen, 'This draft was changed on another device. Look at it before you discard it.')
  await removeFilesOf(tx, { type: 'draft', id: draft.id })
  closeDraft(tx, draft, 'discarded')
  await tx.em.flush()
}

/** Refuses as `conflict`, with `message`, a draft that is not what its author saw. */
export function requireSeen({ content, kept }: PostDraft, seen: string | undefined, message: string): void {
  if (seen !== undefined && seen !== sightOf({ ...content, kept })) throw new Refusal('conflict', message)
}

/** Never of what an edit leaves as it was, or lessens: nothing stands in the way of deciding. */
function isTooMuch(before: readonly KeptVersion[], after: readonly KeptVersion[]): boolean {
  const length = lengthOf(after)
  return after.length > KEPT_MAX || (length > KEPT_TEXT_MAX && length > lengthOf(before))
}

function lengthOf(versions: readonly KeptVersion[]): number {
  return versions.reduce((length, { text }) => length + text.length, 0)
}

function gone(state: 'published' | 'discarded'): Refusal {
  return new Refusal(
    'conflict',
    state === 'published'
      ? 'This draft has already been published. Your words are kept on this device.'
      : 'This draft has already been discarded. Your words are kept on this device.',
  )
}
