import { ProductsOf } from '../../features/assets/lists/creator-tabs.tsx'
import { BuyControl } from './buy-or-login.tsx'

type Props = {
  creatorId: string
  /** The account that looks; null for a visitor. */
  viewer: string | null
  /** Where a visitor comes back to. */
  path: string
}

/** The products of a creator, each with the way into the cart. */
export function ShopOfCreator({ creatorId, viewer, path }: Props) {
  return (
    <ProductsOf
      performerId={creatorId}
      action={(product) => <BuyControl product={product} viewer={viewer} path={path} />}
    />
  )
}
