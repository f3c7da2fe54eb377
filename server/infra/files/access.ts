import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../app.ts'
import { Attachment } from './attachment.ts'
import type { Held, Onlooker } from './attachment.ts'
import type { File } from './entity.ts'
import { attachedPurposes, isPublicPurpose } from './uploads/purposes.ts'

/** Tells if an onlooker may see a file: through one of its holders, or as its owner where it has none. */
export async function mayView(
  app: App,
  em: SqlEntityManager,
  { file, onlooker }: { file: File; onlooker: Onlooker },
): Promise<boolean> {
  if (isPublicPurpose(file.purpose)) return true
  const attached = await em.find(Attachment, { fileId: file.id, role: { $ne: 'evidence' } })
  if (attached.length === 0) return file.ownerId === onlooker.userId
  for (const [type, held] of byType(attached)) {
    if (await app.domains.fileHolders.get(type)?.viewableOf({ app, em }, held, onlooker)) return true
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
  for (const [type, held] of byType(await em.find(Attachment, { fileId: id }))) {
    const ids = held.map((holder) => holder.id)
    if (await domains.fileHolders.get(type)?.isWithdrawn?.(em, ids)) return true
  }
  return false
}

function byType(attached: readonly Attachment[]): Map<string, Held[]> {
  const groups = Map.groupBy(attached, ({ holderType }) => holderType)
  return new Map([...groups].map(([type, rows]) => [type, rows.map(({ holderId, role }) => ({ id: holderId, role }))]))
}
