import { contentOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft as DraftRecord } from '@vesper/sync/vesper/records/post-draft.ts'
import type { App } from '../../context.ts'
import type { FileRow } from '../../infra/files/entity.ts'
import { fileView } from '../../infra/files/views.ts'
import type { PostDraft } from './entity.ts'

/** A draft for its author, who alone sees it. */
export function draftView(
  app: Pick<App, 'secret' | 'clock'>,
  { draft, files }: { draft: PostDraft; files: readonly FileRow[] },
): DraftRecord {
  const { content, ownerId } = draft
  const byId = new Map(files.map((file) => [file.id, file]))
  const inOrder = content.fileIds.flatMap((id) => byId.get(id) ?? [])
  return {
    _id: draft.id,
    ownerId,
    ...contentOf(content),
    files: inOrder.map((file) => fileView(app, file, ownerId)),
    thumbnail: null,
    teaser: null,
    kept: draft.kept,
    isPublishing: false,
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  }
}
