import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../context.ts'
import { Attachment } from './attachment.ts'
import type { File } from './entity.ts'

/** Whether a viewer may see a file: one with holders by the right to see one of them, another one as its owner. */
export async function mayView(
  { domains }: Pick<App, 'domains'>,
  em: SqlEntityManager,
  { file, viewerId }: { file: File; viewerId: string },
): Promise<boolean> {
  if (file.purpose !== 'message') return true
  const attached = await em.find(Attachment, { fileId: file.id })
  if (attached.length === 0) return file.ownerId === viewerId
  for (const { holderType, holderId } of attached) {
    if (await domains.fileHolders.get(holderType)?.mayView(em, holderId, viewerId)) return true
  }
  return false
}
