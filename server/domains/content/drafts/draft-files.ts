import type { DraftContent } from '@vesper/sync/vesper/records/post-draft.ts'
import type { TakenFiles } from '../../../content/attachments.ts'
import { takeFiles } from '../../../content/attachments.ts'
import { releaseFiles } from '../../../content/release-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { FileHolder, FileRole } from '../../../infra/files/attachment.ts'
import { libraryPurposes, teaserPurposes } from '../../../infra/files/uploads/purposes.ts'
import { PostDraft } from './entity.ts'

const texts = {
  missing: 'A file of this draft is not here. Add it again.',
  taken: 'A file of this draft was used already. Add it again.',
  failed: 'A file of this draft could not be read. Remove it or add another.',
}

/** The files of a draft by the slot that they have in the post. */
const draftFiles = {
  file: {
    ...{ type: 'draft', role: 'file', fromLibrary: libraryPurposes },
    ...{ kinds: ['photo', 'video', 'audio'], unready: ['photo', 'video', 'audio'] },
    field: () => 'changes.fileIds',
    texts,
  },
  thumbnail: {
    ...{ type: 'draft', role: 'thumbnail', fromLibrary: libraryPurposes },
    ...{ kinds: ['photo'], unready: ['photo'], field: () => 'changes.thumbnailId' },
    texts: { ...texts, kind: 'The thumbnail of a post is a photo.' },
  },
  teaser: {
    ...{ type: 'draft', role: 'teaser', purposes: [], fromLibrary: teaserPurposes },
    ...{ kinds: ['video'], unready: ['video'], field: () => 'changes.teaserId' },
    texts: { ...texts, kind: 'The teaser of a post is a video.' },
  },
} satisfies { [Role in FileRole]?: TakenFiles & { role: Role } }

type Slot = keyof typeof draftFiles
const slots = Object.keys(draftFiles) as Slot[]

/** The author alone sees the files of a draft. */
export const draftHolder: FileHolder = {
  type: 'draft',
  viewableOf: async ({ em }, held, { userId }) =>
    userId !== null && (await em.count(PostDraft, { id: { $in: held.map(({ id }) => id) }, ownerId: userId })) > 0,
}

type Named = Pick<DraftContent, 'fileIds' | 'thumbnailId' | 'teaserId'>

/** The ids of a draft's files by slot. */
export function filesBySlot({ fileIds, thumbnailId, teaserId }: Named): { [Name in Slot]: readonly string[] } {
  // A draft that an older server stored has no fields for the last two.
  const one = (id: string | null | undefined) => (id == null ? [] : [id])
  return { file: fileIds, thumbnail: one(thumbnailId), teaser: one(teaserId) }
}

/**
 * Lets a draft hold the author's uploads that it names, and releases those that it no longer names. Refuses as `invalid`
 * one that is missing, belongs to another account, is damaged, is named twice, or is of a kind that its slot does not
 * take.
 */
export async function holdFiles(tx: Tx, { id }: PostDraft, named: Named): Promise<void> {
  const bySlot: { [Role in FileRole]?: readonly string[] } = filesBySlot(named)
  const held = new Set<string>()
  await releaseFiles(tx, { type: 'draft', id }, (fileId, role) => {
    const isKept = bySlot[role]?.includes(fileId) ?? false
    if (isKept) held.add(`${role} ${fileId}`)
    return isKept
  })
  for (const slot of slots) {
    const added = (bySlot[slot] ?? []).filter((fileId) => !held.has(`${slot} ${fileId}`))
    await takeFiles(tx, added, { holderId: id, takes: draftFiles[slot] })
  }
}
