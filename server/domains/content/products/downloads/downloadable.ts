import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Onlooker } from '../../../../infra/files/attachment.ts'
import { File } from '../../../../infra/files/entity.ts'
import { extensionOf } from '../../../../infra/files/media-type.ts'
import { cutFileName, safeFileName } from '../../../../infra/files/safe-file-name.ts'
import { Entitlement } from '../../../people/grants/entity.ts'
import { Asset } from '../../assets/entity.ts'
import { noAsset } from '../../assets/lock-asset.ts'
import { filesFor } from '../../assets/require-unsold.ts'
import { assetAccess, mayDownload } from '../../assets/viewed-asset.ts'

/** A file under the name that it is saved by. */
export type NamedFile = { file: File; name: string }

/** The files of a product that are ready, and what the viewer may download them by. */
export type Downloadable = { right: string; files: NamedFile[] }

/** The products in the order of these ids; null where one of them does not exist. */
export async function productsOf(em: SqlEntityManager, ids: readonly string[]): Promise<Asset[] | null> {
  const found = await em.find(Asset, { id: { $in: [...ids] }, kind: 'product' })
  const byId = new Map(found.map((product) => [product.id, product]))
  const products = ids.flatMap((id) => byId.get(id) ?? [])
  return products.length === ids.length ? products : null
}

type Viewer = Onlooker & { userId: string }

/** The files of a product that a viewer may download now. Refuses where there are none. */
export async function downloadableOf(em: SqlEntityManager, viewer: Viewer, product: Asset): Promise<Downloadable> {
  const { access, viewer: relation } = await assetAccess(em, viewer, { asset: product, gallery: null })
  if (access === 'hidden') throw noAsset('product')
  if (access !== 'open' || !mayDownload(product, relation)) {
    throw new Refusal('forbidden', 'Buy this product to download it.')
  }
  await requireConsent(em, viewer, product)
  const ids = await filesFor(em, { userId: viewer.userId, productId: product.id })
  if (ids.length === 0) throw new Refusal('not-found', 'This product has no file to download.')
  const rows = await em.find(File, { id: { $in: ids }, status: 'ready' })
  if (rows.length === 0) throw new Refusal('unavailable', 'This file is not ready yet. Try again in a moment.')
  const byId = new Map(rows.map((file) => [file.id, file]))
  const files = ids.flatMap((id) => byId.get(id) ?? [])
  return { right: await rightOf(em, viewer, product), files: named(product, files) }
}

/**
 * A buyer who did not agree to get a file at once may withdraw for 14 days, and downloads it afterwards. A file that was given
 * without an order waits for nothing.
 */
async function requireConsent(em: SqlEntityManager, { userId, now }: Viewer, { id }: Asset): Promise<void> {
  const [bought] = await em.execute<{ isAgreed: boolean | null }[]>(
    `select bool_or(c.consent is not null or o.paid_at <= ?::timestamptz - interval '14 days') as "isAgreed"
     from order_line l join "order" o on o.id = l.order_id left join checkout c on c.id = o.group_id
     where o.buyer_id = ? and l.product_id = ? and l.refunded_quantity < l.quantity`,
    [now, userId, id],
  )
  if (bought?.isAgreed !== false) return
  const text = 'You did not agree to get this file at once. You can download it 14 days after the payment.'
  throw new Refusal('forbidden', text)
}

/** The same of several products together: each has a folder where there are several. */
export async function downloadableOfAll(
  em: SqlEntityManager,
  viewer: Viewer,
  products: readonly Asset[],
): Promise<Downloadable> {
  const [rights, files]: [string[], NamedFile[]] = [[], []]
  const folders = distinct(products.map(({ title, id }) => safeFileName(title) ?? id))
  for (const [index, product] of products.entries()) {
    const held = await downloadableOf(em, viewer, product)
    const folder = products.length > 1 ? `${folders[index]}/` : ''
    rights.push(held.right)
    files.push(...held.files.map(({ file, name }) => ({ file, name: folder + name })))
  }
  return { right: rights.join('\n'), files }
}

/** A right that was taken back and given again is another one. */
async function rightOf(em: SqlEntityManager, { userId }: Viewer, { id, performerId }: Asset): Promise<string> {
  if (userId === performerId) return 'seller'
  const owned = { userId, objectType: 'product', objectId: id, revokedAt: null } as const
  const entitlement = await em.findOneOrFail(Entitlement, owned)
  return `${entitlement.id} ${entitlement.grantedAt.toISOString()}`
}

/** A photo, a video or a sound is named for the product: what its creator's device called it may tell a place or a person. */
function named({ title }: Asset, files: readonly File[]): NamedFile[] {
  const names = distinct(
    files.map(({ id, type, name, mimeType }) => {
      const given = type === 'other' ? name : null
      return given ?? safeFileName(`${title}.${extensionOf(mimeType)}`) ?? id
    }),
  )
  return files.map((file, index) => ({ file, name: names[index] ?? file.id }))
}

/** Two files of one name would be one file in an archive, on systems that do not tell capitals apart, too. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    let name = cutFileName(given)
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = cutFileName(given, ` (${copy})`)
    taken.add(name.toLowerCase())
    return name
  })
}
