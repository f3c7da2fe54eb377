import type { TakenFiles } from '../../content/attachments.ts'
import { releaseFiles, takeFiles } from '../../content/attachments.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import type { FileHolder } from '../../infra/files/attachment.ts'
import { PostDraft } from './entity.ts'

/** The photos and videos of a draft. */
const draftFiles: TakenFiles = {
  type: 'draft',
  kinds: ['photo', 'video'],
  unready: ['photo', 'video'],
  field: () => 'changes.fileIds',
  texts: {
    missing: 'A photo or video of this draft is not here. Add it again.',
    taken: 'A photo or video of this draft was used already. Add it again.',
    failed: 'A photo or video of this draft could not be read. Remove it or add another.',
  },
}

/** The author alone sees the files of a draft. */
export const draftHolder: FileHolder = {
  type: 'draft',
  mayView: async (em, id, { userId }) => userId !== null && (await em.count(PostDraft, { id, ownerId: userId })) > 0,
}

/**
 * Lets a draft hold the author's uploads that it names, and releases those that it no longer names. Refuses as `invalid`
 * one that is missing, belongs to another account, is damaged, or has another holder.
 */
export async function holdFiles(tx: Tx, { id }: PostDraft, fileIds: readonly string[]): Promise<void> {
  const held = await releaseFiles(tx, { type: 'draft', id }, (fileId) => fileIds.includes(fileId))
  const added = fileIds.filter((fileId) => !held.has(fileId))
  await takeFiles(tx, added, { holderId: id, takes: draftFiles })
}
