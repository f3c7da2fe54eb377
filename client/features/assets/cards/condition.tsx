import { Plural, Trans } from '@lingui/react/macro'
import type { AssetCard } from '@vesper/sync/vesper/records/asset.ts'
import { useMoneyOf } from '../../../core/settings/token-price.tsx'

type Props = { asset: Pick<AssetCard, 'kind' | 'access' | 'price'> }

/** Says what would open a locked thing, with the worth of its price in money. */
export function Condition({ asset }: Props) {
  const money = useMoneyOf()(asset.price)
  return (
    <>
      <Way asset={asset} />
      {asset.access === 'paid' && money !== null && ` (${money})`}
    </>
  )
}

function Way({ asset: { kind, access, price } }: Props) {
  if (access === 'subscribers') return <Trans>For subscribers</Trans>
  switch (kind) {
    case 'gallery':
      return access === 'followers' ? (
        <Trans>Follow to see this gallery</Trans>
      ) : (
        <Plural value={price} one="This gallery costs # token" other="This gallery costs # tokens" />
      )
    case 'video':
      return access === 'followers' ? (
        <Trans>Follow to see this video</Trans>
      ) : (
        <Plural value={price} one="This video costs # token" other="This video costs # tokens" />
      )
    case 'photo':
      return access === 'followers' ? (
        <Trans>Follow to see this photo</Trans>
      ) : (
        <Plural value={price} one="This photo costs # token" other="This photo costs # tokens" />
      )
    case 'product':
      return <Trans>Follow to see this product</Trans>
  }
}
