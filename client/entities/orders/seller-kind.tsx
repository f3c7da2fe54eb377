import { Trans } from '@lingui/react/macro'
import type { SellerKind } from '@vesper/sync/vesper/records/seller-kind.ts'

/** Names a seller as a trader or a private person; nothing while it is not known whether the seller has told. */
export function SellerKindLine({ kind }: { kind: SellerKind | null | undefined }) {
  switch (kind) {
    case 'trader':
      return <Trans>Sells as a trader</Trans>
    case 'private':
      return <Trans>Sells as a private person</Trans>
    case null:
      return <Trans>Has not said whether this is a trader or a private person</Trans>
    case undefined:
      return null
  }
}
