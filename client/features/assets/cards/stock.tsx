import { Plural, Trans } from '@lingui/react/macro'
import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'

/** How many of a product are left, or how it comes to its buyer. */
export function Stock({
  product: { availability, left, type },
}: {
  product: Pick<AssetCard, 'availability' | 'left' | 'type'>
}) {
  if (availability === 'none') {
    return (
      <span className="text-sm font-semibold text-danger-ink">
        <Trans>Sold out</Trans>
      </span>
    )
  }
  return (
    <span className="text-sm text-muted">
      {left !== null && availability === 'few' ? (
        <Plural value={left} one="Only # left" other="Only # left" />
      ) : (
        type === 'digital' && <Trans>Download</Trans>
      )}
    </span>
  )
}
