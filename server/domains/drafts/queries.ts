import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FileRow } from '../../infra/files/entity.ts'
import type { PostDraft } from './entity.ts'
import { filesOf } from '../../content/attachments.ts'

/** The photos and videos that these drafts hold, by draft. */
export async function filesOfDrafts(
  em: SqlEntityManager,
  drafts: readonly PostDraft[],
): Promise<Map<string, FileRow[]>> {
  const ids = drafts.flatMap(({ id, content }) => (content.fileIds.length > 0 ? id : []))
  const held = await filesOf(em, 'draft', ids)
  return new Map([...held].map(([id, { file = [] }]) => [id, file]))
}
