import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { App } from '../../../app.ts'
import { Attachment } from '../attachment.ts'
import type { File } from '../entity.ts'
import type { Rendition } from '../storage/storage.ts'
import { portraitOf } from '../uploads/purposes.ts'

/** Videos of posts and of the shop have many viewers. Videos of chats have few, and never leave the site's own storage. */
const shownToMany: ReadonlySet<FilePurpose> = new Set(['feed-video', 'video'])

/**
 * Tells if a network of copies may have a rendition: public pictures, and the smaller copies of videos that something other than a
 * chat shows, and no chat. It never gets originals, nor what nothing shows.
 */
export async function isForCdn(
  { domains }: Pick<App, 'domains'>,
  em: SqlEntityManager,
  { file, rendition }: { file: Pick<File, 'id' | 'purpose' | 'variants'>; rendition: Rendition },
): Promise<boolean> {
  const portrait = portraitOf(file.purpose)
  if (portrait !== null) return rendition === portrait || rendition.startsWith('w')
  const isCopy = file.variants.some(({ name }) => name === rendition)
  if (!isCopy || !shownToMany.has(file.purpose)) return false
  const personal = [...domains.fileHolders.values()].flatMap(({ isPersonal, type }) => (isPersonal ? [type] : []))
  if ((await em.count(Attachment, { fileId: file.id, holderType: { $in: personal } })) > 0) return false
  const shown = { fileId: file.id, holderType: { $nin: personal }, role: { $ne: 'evidence' as const } }
  return (await em.findOne(Attachment, shown)) !== null
}
