import { Plural, Trans } from '@lingui/react/macro'
import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'

/** From here down it is said how many are left. */
const FEW = 5

/** How many of a product are left, or how it comes to its buyer. */
export function Stock({ product: { stock, type } }: { product: Pick<AssetCard, 'stock' | 'type'> }) {
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
