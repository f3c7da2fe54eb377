import { Plural, Trans } from '@lingui/react/macro'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { TokenAmount } from '../../ui/token-amount.tsx'
import { Picture } from '../../core/media/picture.tsx'

/** From here down it is said how many are left. */
const FEW = 5

/** A product as its performer's page shows it; `action` puts it into the cart. */
export function ProductCard({ product, action }: { product: ShopProduct; action: ReactNode }) {
  const { name, description, price, picture } = product
  return (
    <article className="flex w-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <Picture src={picture} icon={<Package />} className="w-full" />
      <div className="flex flex-1 flex-col gap-1.5 p-4">
        <h3 className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h3>
        {description && (
          <p dir="auto" className="line-clamp-3 text-sm text-muted">
            {description}
          </p>
        )}
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-2">
          <TokenAmount value={price} className="font-semibold" />
          <Stock product={product} />
        </p>
        {action}
      </div>
    </article>
  )
}

function Stock({ product: { stock, type } }: { product: ShopProduct }) {
  if (stock === 0) {
    return (
      <span className="text-sm font-semibold text-danger-ink">
        <Trans>Sold out</Trans>
      </span>
    )
  }
  return (
    <span className="text-sm text-muted">
      {stock !== null && stock <= FEW ? (
        <Plural value={stock} one="# left" other="# left" />
      ) : (
        type === 'digital' && <Trans>Download</Trans>
      )}
    </span>
  )
}
