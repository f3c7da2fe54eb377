import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { useUnit } from 'effector-react'
import { $user } from '../../../core/session/model.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { ProductDownload } from '../../../entities/downloads/product-download.tsx'

/** Saves the files of a digital product; nothing for accounts that neither own nor sell it. */
export function DownloadProduct({ product }: { product: AssetView }) {
  const { db } = useSync()
  const viewer = useUnit($user)
  const owns = useLiveQuery(async () => {
    const grants = await db.grants.toArray()
    return grants.some((grant) => grant.kind === 'entitlement' && grant.objectId === product._id)
  }, [db, product._id])
  if (!viewer || product.type !== 'digital' || !(owns || viewer._id === product.performer._id)) return null
  return (
    <ProductDownload
      account={viewer._id}
      productId={product._id}
      title={product.title}
      count={product.download?.files}
    />
  )
}
