import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import type { PostDraft } from './entity.ts'

/**
 * Lets a draft hold the author's uploads, photos and videos: those that it names are kept for it, those that it no longer
 * names are not. A video may be still in processing. Refuses as `invalid` one that is not there, not the author's, damaged,
 * or used already.
 */
export async function holdFiles(
  tx: Tx,
  { id: draftId, ownerId }: PostDraft,
  fileIds: readonly string[],
): Promise<void> {
  const held = await tx.em.find(File, { draftId }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } })
  for (const file of held) if (!fileIds.includes(file.id)) file.draftId = null
  const heldIds = new Set(held.map(({ id }) => id))
  const added = fileIds.filter((id) => !heldIds.has(id))
  if (added.length === 0) return
  const found = await tx.em.find(
    File,
    { id: { $in: added }, ownerId, purpose: 'message' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  for (const id of added) {
    const file = byId.get(id)
    const problem = problemOf(file)
    if (!file || problem !== null) throw refuse(problem ?? 'missing')
    file.draftId = draftId
  }
}

/** Ends what a draft holds: for the post that takes its files, or for the sweep. */
export async function releaseFiles(tx: Tx, { id: draftId }: PostDraft): Promise<File[]> {
  const held = await tx.em.find(File, { draftId }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } })
  for (const file of held) file.draftId = null
  return held
}

type Problem = 'missing' | 'taken' | 'failed'

const texts: Record<Problem, string> = {
  missing: 'A photo or video of this draft is not here. Add it again.',
  taken: 'A photo or video of this draft was used already. Add it again.',
  failed: 'A photo or video of this draft could not be read. Remove it or add another.',
}

function problemOf(file: File | undefined): Problem | null {
  if (!file) return 'missing'
  if (file.messageId || file.draftId) return 'taken'
  return file.status === 'failed' ? 'failed' : null
}

function refuse(problem: Problem): Refusal {
  return new Refusal('invalid', texts[problem], [{ path: 'changes.fileIds', message: texts[problem] }])
}
