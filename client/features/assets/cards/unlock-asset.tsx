import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { UnlockButton } from '../../../core/content/unlock-button.tsx'

/** Buys a video or a gallery that is for sale; nothing for what is open, or opens in another way. */
export function UnlockAsset({ asset }: { asset: AssetCard }) {
  const { _id: id, kind: type, performer, access, price, isLocked } = asset
  if (!isLocked || access !== 'paid' || (type !== 'video' && type !== 'gallery')) return null
  return <UnlockButton content={{ type, id, ownerId: performer._id, price }} />
}
