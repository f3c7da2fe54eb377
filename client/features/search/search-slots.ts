import type { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { ReactNode } from 'react'

/** Draws what was found: other features have the cards. */
export type SearchSlots = {
  creator: (creator: Creator) => ReactNode
  post: (post: FeedPost) => ReactNode
  asset: (asset: AssetCard) => ReactNode
}
