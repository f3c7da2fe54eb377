import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { FollowToOpen } from '../../../entities/content/follow-to-open.tsx'
import { pagePath } from '../../../entities/content/page-path.ts'
import { SubscribeToOpen } from '../../../entities/content/subscribe-to-open.tsx'
import { UnlockButton } from '../../../entities/content/unlock-button.tsx'

/** Buys a video or a gallery that is for sale, subscribes or follows; nothing for what is open, or opens in another way. */
export function UnlockAsset({ asset }: { asset: AssetCard }) {
  const { _id: id, kind: type, performer, access, price, isLocked, unready } = asset
  if (isLocked && access === 'subscribers')
    return <SubscribeToOpen performerId={performer._id} page={pagePath(type, id)} />
  if (isLocked && access === 'followers')
    return <FollowToOpen performerId={performer._id} thingId={id} page={pagePath(type, id)} />
  if (!isLocked || access !== 'paid' || (type !== 'video' && type !== 'gallery')) return null
  return <UnlockButton content={{ type, id, ownerId: performer._id, price }} unready={unready} />
}
