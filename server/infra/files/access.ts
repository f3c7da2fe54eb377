import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../app.ts'
import { Attachment } from './attachment.ts'
import type { Onlooker } from './attachment.ts'
import type { File } from './entity.ts'
import { attachedPurposes, isPublicPurpose } from './uploads/purposes.ts'

/** Tells if an onlooker may see a file: through one of its holders, or as its owner where it has none. */
export async function mayView(
  app: App,
  em: SqlEntityManager,
  { file, onlooker }: { file: File; onlooker: Onlooker },
): Promise<boolean> {
  if (isPublicPurpose(file.purpose)) return true
  const attached = await em.find(Attachment, { fileId: file.id })
  if (attached.length === 0) return file.ownerId === onlooker.userId
  for (const { holderType, holderId, role } of attached) {
    if (await app.domains.fileHolders.get(holderType)?.mayView({ app, em }, holderId, { ...onlooker, role }))
      return true
  }
  return false
}

/** Tells if a file that everybody may see is kept from all, as its holder is hidden. */
export async function isWithdrawn(
  { domains }: Pick<App, 'domains'>,
  em: SqlEntityManager,
  { id, purpose }: File,
): Promise<boolean> {
  if (!attachedPurposes.includes(purpose)) return false
  for (const { holderType, holderId } of await em.find(Attachment, { fileId: id })) {
    if (await domains.fileHolders.get(holderType)?.isWithdrawn?.(em, holderId)) return true
  }
  return false
}
