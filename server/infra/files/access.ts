import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../context.ts'
import { Attachment } from './attachment.ts'
import type { Onlooker } from './attachment.ts'
import type { File } from './entity.ts'
import { isPublicPurpose } from './uploads/purposes.ts'

/** Tells if an onlooker may see a file: through one of its holders, or as its owner where it has none. */
export async function mayView(
  { domains }: Pick<App, 'domains'>,
  em: SqlEntityManager,
  { file, onlooker }: { file: File; onlooker: Onlooker },
): Promise<boolean> {
  if (isPublicPurpose(file.purpose)) return true
  const attached = await em.find(Attachment, { fileId: file.id })
  if (attached.length === 0) return file.ownerId === onlooker.userId
  for (const { holderType, holderId, role } of attached) {
    if (await domains.fileHolders.get(holderType)?.mayView(em, holderId, { ...onlooker, role })) return true
  }
  return false
}
