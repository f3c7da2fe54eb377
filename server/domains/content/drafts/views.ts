import { contentOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft as DraftRecord } from '@vesper/sync/vesper/records/post-draft.ts'
import type { App } from '../../../app.ts'
import type { HeldFiles } from '../../../content/attachments.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { fileView } from '../../../infra/files/views.ts'
import type { PostDraft } from './entity.ts'

/** A draft for its author, who alone sees it. */
export function draftView(
  app: Pick<App, 'secret' | 'clock'>,
  { draft, held = {} }: { draft: PostDraft; held?: HeldFiles | undefined },
): DraftRecord {
  const { ownerId } = draft
  const content = contentOf(draft.content)
  const view = (file: FileRow) => fileView(app, file, ownerId)
  const byId = new Map((held.file ?? []).map((file) => [file.id, file]))
  const inOrder = content.fileIds.flatMap((id) => byId.get(id) ?? [])
  return {
    _id: draft.id,
    ownerId,
    ...content,
    files: inOrder.map(view),
    thumbnail: held.thumbnail?.map(view)[0] ?? null,
    teaser: held.teaser?.map(view)[0] ?? null,
    kept: draft.kept,
    isPublishing: false,
    createdAt: draft.createdAt.toISOString(),
    updatedAt: draft.updatedAt.toISOString(),
  }
}
