import { laneOfAsset } from '@vesper/sync/vesper/mutations/assets.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { deliveryStateOf } from '../../../core/sync/delivery-state.ts'
import type { Sending } from '../../../core/sync/delivery-state.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import type { PagedKind } from '../asset-path.ts'

/** An own asset with how far its latest changes have come. */
export type StoredAsset = { asset: OwnAsset; sending: Sending }

/** The own assets of one kind, the last changed first; undefined until they are read. */
export function useOwnAssets(kind: PagedKind): StoredAsset[] | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const [assets, outbox] = await Promise.all([
      db['own-assets'].toArray() as Promise<OwnAsset[]>,
      db.outbox.orderBy('order').toArray(),
    ])
    const lanes = Map.groupBy(outbox, ({ lane }) => lane)
    return assets
      .filter((asset) => asset.kind === kind && asset.status !== 'removed')
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
      .map((asset) => ({ asset, sending: deliveryStateOf(lanes.get(laneOfAsset(asset._id)) ?? []) }))
  }, [db, kind])
}

/** One own asset: null where this device has none; undefined until it is read. */
export function useOwnAsset(assetId: string): { asset: OwnAsset | null; sending: Sending } | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const [asset, records] = await Promise.all([
      db['own-assets'].get(assetId) as Promise<OwnAsset | undefined>,
      db.outbox.where('lane').equals(laneOfAsset(assetId)).sortBy('order'),
    ])
    return { asset: asset ?? null, sending: deliveryStateOf(records) }
  }, [db, assetId])
}
