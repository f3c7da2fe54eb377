import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { extensionOf } from '../../../infra/files/media-type.ts'
import { safeFileName } from '../../../infra/files/safe-file-name.ts'
import type { Asset } from '../../assets/entity.ts'
import { noAsset } from '../../assets/lock-asset.ts'
import { assetAccess, mayDownload } from '../../assets/viewed-asset.ts'
import { Entitlement } from '../../grants/entity.ts'

/** A file under the name that it is saved by. */
export type NamedFile = { file: File; name: string }

/** The files of a product that are ready, and what the viewer may download them by. */
export type Downloadable = { right: string; files: NamedFile[] }

type Viewer = Onlooker & { userId: string }

/** What a viewer may download of a product now. Refuses where that is nothing. */
export async function downloadableOf(em: SqlEntityManager, viewer: Viewer, product: Asset): Promise<Downloadable> {
  const { access, viewer: relation } = await assetAccess(em, viewer, { asset: product, gallery: null })
  if (access === 'hidden') throw noAsset('product')
  if (access !== 'open' || !mayDownload(product, relation)) {
    throw new Refusal('forbidden', 'Buy this product to download it.')
  }
  const attached = await em.find(
    Attachment,
    { holderType: 'asset', holderId: product.id, role: 'file' },
    { orderBy: { position: 'asc' } },
  )
  if (attached.length === 0) throw new Refusal('not-found', 'This product has no file to download.')
  const rows = await em.find(File, { id: { $in: attached.map(({ fileId }) => fileId) }, status: 'ready' })
  if (rows.length === 0) throw new Refusal('unavailable', 'This file is not ready yet. Try again in a moment.')
  const byId = new Map(rows.map((file) => [file.id, file]))
  const files = attached.flatMap(({ fileId }) => byId.get(fileId) ?? [])
  return { right: await rightOf(em, viewer, product), files: named(product, files) }
}

/** A right that was taken back and given again is another one. */
async function rightOf(em: SqlEntityManager, { userId }: Viewer, { id, performerId }: Asset): Promise<string> {
  if (userId === performerId) return 'seller'
  const owned = { userId, objectType: 'product', objectId: id, revokedAt: null } as const
  const entitlement = await em.findOneOrFail(Entitlement, owned)
  return `${entitlement.id} ${entitlement.grantedAt.toISOString()}`
}

/** Two files of one name would be one file in an archive. */
function named({ title }: Asset, files: readonly File[]): NamedFile[] {
  const taken = new Set<string>()
  return files.map((file) => {
    const given = file.name ?? safeFileName(`${title}.${extensionOf(file.mimeType)}`) ?? file.id
    const [, stem = given, ending = ''] = /^(.+)(\.[^.]+)$/.exec(given) ?? []
    let name = given
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${stem} (${copy})${ending}`
    taken.add(name.toLowerCase())
    return { file, name }
  })
}
