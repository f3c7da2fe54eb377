import { ProductsTab } from '../../features/assets/lists/creator-tab-lists.tsx'
import { BuyOrLogin } from './buy-or-login.tsx'

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
    <ProductsTab
      performerId={creatorId}
      action={(product) => <BuyOrLogin product={product} viewer={viewer} path={path} />}
    />
  )
}
