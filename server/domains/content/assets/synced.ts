import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { OWN_ASSETS_WINDOW } from '@vesper/sync/vesper/records/asset.ts'
import { availabilityOf } from '@vesper/sync/vesper/records/product.ts'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { File } from '../../../infra/files/entity.ts'
import { rowsHolding } from '../../../infra/files/file-sql.ts'
import { derivedRows } from '../../../infra/sync/change-feed/changes.ts'
import type { Recorder } from '../../../infra/sync/change-feed/changes.ts'
import type { Reading, SyncedCollection, SyncedRow } from '../../../infra/sync/synced-collection.ts'
import { Asset } from './entity.ts'
import { ownAssetViews } from './own-views.ts'

/** Which assets a device holds of its own account: photos come by page, removed ones are gone. */
const HELD = { kind: { $ne: 'photo' }, status: { $ne: 'removed' } } as const

/** The viewer's own galleries, videos and products, the latest. */
export const ownAssets: SyncedCollection<'own-assets'> = {
  name: 'own-assets',
  async window(reading, spaces) {
    const { em, viewerId: performerId } = reading
    if (!spaces.includes(spaceOfUser(performerId))) return []
    const latest = { orderBy: { createdAt: 'desc', id: 'desc' }, limit: OWN_ASSETS_WINDOW } as const
    return rows(reading, await em.find(Asset, { performerId, ...HELD }, latest))
  },
  async byIds(reading, ids) {
    const { em, viewerId: performerId } = reading
    return rows(reading, await em.find(Asset, { id: { $in: [...ids] }, performerId, ...HELD }))
  },
  certain: noneOlder,
}

/** A window that is full reaches further back as newer ones are removed: a device has none older than its oldest. */
function noneOlder(window: readonly SyncedRow[], held: readonly string[]): readonly SyncedRow[] {
  const ids = new Set(held)
  const oldest = window.findLastIndex(({ value }) => ids.has(value._id))
  return window.length < OWN_ASSETS_WINDOW ? window : window.slice(0, oldest + 1)
}

async function rows({ app, em }: Reading, assets: readonly Asset[]): Promise<SyncedRow[]> {
  return (await ownAssetViews(app, em, assets)).map((value) => rowOf(value))
}

function rowOf(value: OwnAsset): SyncedRow {
  return { space: spaceOfUser(value.performerId), collection: 'own-assets', value }
}

const SHOWN_IN_CARTS = [
  ...['title', 'type', 'price', 'status', 'coverFileId'],
  ...['limitPerBuyer', 'shipsTo', 'shippingPrice'],
]

/** An asset, in the space of its author; a photo shows in the row of its gallery. Carts show products. */
export const recordAsset: Recorder<Asset> = (changes, { entity, payload, originalEntity }) => {
  const { id, kind, performerId, galleryId } = entity
  const space = spaceOfUser(performerId)
  if (kind !== 'photo') changes.add({ space, collection: 'own-assets', id })
  else if (galleryId != null) changes.add({ space, collection: 'own-assets', id: galleryId })
  if (kind !== 'product') return
  const isShown = SHOWN_IN_CARTS.some((field) => field in payload) || isOtherwiseLeft(entity, originalEntity)
  if (isShown) changes.show(Asset, id)
}

/**
 * True when carts show another number than before. A sale of a well-stocked product, which thousands of carts may hold,
 * raises none of their spaces.
 */
function isOtherwiseLeft({ stock }: Asset, before: { stock?: number | null } = {}): boolean {
  const [then, now] = [availabilityOf(before.stock ?? null), availabilityOf(stock ?? null)]
  return then.availability !== now.availability || then.left !== now.left
}

/** An asset shows its files; a gallery may show the first of its photos. */
export const assetsThatShowFiles = derivedRows({
  ...{ shows: File, collection: 'own-assets', space: "'u:' || s.performer_id", id: 'coalesce(s.gallery_id, s.id)' },
  from: `${rowsHolding('asset s', { type: 'asset', id: 's.id' })} and (s.kind <> 'photo' or s.gallery_id is not null)`,
})
