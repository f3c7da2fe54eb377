import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { filesOf } from '../../../content/attachments.ts'
import type { HeldFiles } from '../../../content/attachments.ts'
import { filesBySlot } from './draft-files.ts'
import type { PostDraft } from './entity.ts'

/** The files that these drafts hold, by draft. */
export function filesOfDrafts(em: SqlEntityManager, drafts: readonly PostDraft[]): Promise<Map<string, HeldFiles>> {
  const holding = drafts.filter(({ content }) => Object.values(filesBySlot(content)).flat().length > 0)
  return filesOf(
    em,
    'draft',
    holding.map(({ id }) => id),
  )
}
