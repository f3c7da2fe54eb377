import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { File } from '../../infra/files/entity.ts'
import type { PostDraft } from './entity.ts'

/** The photos and videos that these drafts hold, by draft. */
export async function filesOfDrafts(em: SqlEntityManager, drafts: readonly PostDraft[]): Promise<Map<string, File[]>> {
  const ids = drafts.flatMap(({ id, content }) => (content.fileIds.length > 0 ? id : []))
  if (ids.length === 0) return new Map()
  const files = await em.find(File, { draftId: { $in: ids } }, { disableIdentityMap: true })
  return Map.groupBy(files, (file) => file.draftId as string)
}
