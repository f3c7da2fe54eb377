import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { accessOf } from '../../../content/access.ts'
import type { Item, Viewer } from '../../../content/access.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { ViewedObject, Viewers } from '../../../content/viewers.ts'
import type { FileHolder, FileRole, Onlooker } from '../../../infra/files/attachment.ts'
import type { Access } from '../../../infra/things/thing.ts'
import { assetUses } from './asset-uses.ts'
import { Asset } from './entity.ts'

/** An asset with the gallery that it is in. */
export type PlacedAsset = { asset: Asset; gallery: Asset | null }

/** The objects whose relation to the viewer decides: the asset and its gallery. */
export function viewedObjects({ asset, gallery }: PlacedAsset): ViewedObject[] {
  return [asset, ...(gallery ? [gallery] : [])].map(objectOf)
}

/** The relation of the viewer: who owns the gallery owns the photo. */
export function viewerOf(viewers: Viewers, { asset, gallery }: PlacedAsset): Viewer {
  const viewer = viewers(objectOf(asset))
  const isEntitled = viewer.isEntitled || (gallery !== null && viewers(objectOf(gallery)).isEntitled)
  return { ...viewer, isEntitled }
}

/** The fields that decide about access. A photo in a gallery has those of the gallery. */
export function itemOf({ asset, gallery }: PlacedAsset): Item {
  const { performerId } = asset
  if (!gallery) return { performerId, status: asset.status, access: asset.access }
  const isGone = gallery.status === 'removed' || gallery.status === 'hidden'
  const status = asset.status === 'active' || (isGone && asset.status !== 'removed') ? gallery.status : asset.status
  return { performerId, status, access: gallery.access }
}

/** An asset with its gallery, by id. */
export async function placedAsset(em: SqlEntityManager, id: string): Promise<PlacedAsset | null> {
  const asset = await em.findOne(Asset, { id })
  return asset && { asset, gallery: await galleryOf(em, asset) }
}

/** Assets with their galleries, by id. */
async function placedAssets(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, PlacedAsset>> {
  const assets = await em.find(Asset, { id: { $in: [...ids] } })
  const galleries = await em.find(Asset, { id: { $in: assets.flatMap(({ galleryId }) => galleryId ?? []) } })
  const byId = new Map(galleries.map((gallery) => [gallery.id, gallery]))
  return new Map(assets.map((asset) => [asset.id, { asset, gallery: byId.get(asset.galleryId ?? '') ?? null }]))
}

/** The gallery of a photo. */
export function galleryOf(em: SqlEntityManager, { galleryId }: Pick<Asset, 'galleryId'>): Promise<Asset | null> {
  return galleryId == null ? Promise.resolve(null) : em.findOne(Asset, { id: galleryId })
}

/** The access of an onlooker to one asset, and the relation that it follows from. */
export async function assetAccess(
  em: SqlEntityManager,
  onlooker: Onlooker,
  placed: PlacedAsset,
): Promise<{ access: Access; viewer: Viewer }> {
  const viewer = viewerOf(await viewersOf(em, onlooker, viewedObjects(placed)), placed)
  return { access: accessOf(viewer, itemOf(placed)), viewer }
}

/** Tells if a viewer may download the file of a product: its seller, and those who own it. */
export function mayDownload({ performerId }: Pick<Asset, 'performerId'>, { userId, isEntitled }: Viewer): boolean {
  return userId === performerId || isEntitled
}

/** Slots that show a locked asset. */
const ADVERTISING: ReadonlySet<FileRole> = new Set(['thumbnail', 'teaser', 'cover', 'picture'])

/** An onlooker who may open an asset sees its files; those that advertise it are for each who may know of it. */
export const assetHolder: FileHolder = {
  type: 'asset',
  async viewableOf({ em }, held, onlooker) {
    const placed = await placedAssets(
      em,
      held.map(({ id }) => id),
    )
    const viewers = await viewersOf(em, onlooker, [...placed.values()].flatMap(viewedObjects))
    return held.some(({ id, role }) => {
      const one = placed.get(id)
      return one !== undefined && isShown(one, { role, viewer: viewerOf(viewers, one) })
    })
  },
  async isWithdrawn(em, ids) {
    return [...(await placedAssets(em, ids)).values()].some((placed) => itemOf(placed).status === 'hidden')
  },
  async hiddenOf(em, ids) {
    return [...(await placedAssets(em, ids)).values()].flatMap(({ asset, gallery }) =>
      [asset, gallery].flatMap((thing) => (thing?.status === 'hidden' ? { id: asset.id, by: thing.id } : [])),
    )
  },
  usesOf: assetUses,
}

/** Tells if a viewer sees a file that an asset has in this role. */
function isShown(placed: PlacedAsset, { role, viewer }: { role: FileRole; viewer: Viewer }): boolean {
  const { asset } = placed
  const access = accessOf(viewer, itemOf(placed))
  if (role === 'sold') return viewer.userId === asset.performerId
  if (ADVERTISING.has(role)) return access !== 'hidden'
  if (asset.kind === 'product') return access === 'open' && mayDownload(asset, viewer)
  return access === 'open'
}

function objectOf({ kind, id, performerId }: Asset): ViewedObject {
  return { objectType: kind, id, performerId }
}
