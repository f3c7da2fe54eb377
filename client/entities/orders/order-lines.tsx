import { Trans } from '@lingui/react/macro'
import type { OrderLine } from '@vesper/sync/vesper/records/order.ts'
import { Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { Picture } from '../../core/media/picture.tsx'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { VatAmount } from './vat-amount.tsx'

type Props = {
  lines: readonly OrderLine[]
  label: string
  /** The currency of the tax that the lines tell. */
  currency: string | undefined
  /** Stands under a line. */
  under?: (line: OrderLine) => ReactNode
}

/** The things of an order, as they were bought. */
export function OrderLines({ lines, label, currency, under }: Props) {
  return (
    <ul role="list" aria-label={label} className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line._id} className="grid gap-2 py-3 first:pt-0 last:pb-0">
          <Line line={line} currency={currency} />
          {under?.(line)}
        </li>
      ))}
    </ul>
  )
}

function Line({
  line: { name, picture, unitPrice, quantity, discount, refundedTokens, vat },
  currency,
}: {
  line: OrderLine
  currency: string | undefined
}) {
  return (
    <div className="flex gap-3">
      <Picture src={picture} icon={<Package />} className="w-14 self-start rounded-control" />
      <div className="grid min-w-0 flex-1 content-start gap-0.5">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="text-sm text-muted">
            <Trans>
              {quantity} × <TokenPrice value={unitPrice} />
            </Trans>
          </span>
          <TokenPrice value={unitPrice * quantity - discount} className="font-semibold" />
        </p>
        {vat !== undefined && currency !== undefined && (
          <p className="text-sm text-muted">
            <VatAmount amount={vat} currency={currency} />
          </p>
        )}
        {refundedTokens > 0 && (
          <p className="text-sm text-muted">
            <Trans>Given back:</Trans> <TokenPrice value={refundedTokens} />
          </p>
        )}
      </div>
    </div>
  )
}
