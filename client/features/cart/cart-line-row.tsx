import { Trans, useLingui } from '@lingui/react/macro'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { Clock3, Package, Trash2 } from 'lucide-react'
import { Picture } from '../../core/media/picture.tsx'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { lineChangesOf, mostOf, obtainable } from './line-changes.ts'
import { LineWarnings } from './line-warnings.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'

export type LineActions = {
  onQuantity: (line: CartLine, quantity: number) => void
  onAccept: (line: CartLine) => void
  onRemove: (line: CartLine) => void
}

type Props = LineActions & {
  line: CartLine
  /** The server has not heard of it yet. */
  isWaiting: boolean
}

/** A product in the cart: how many, what they cost, and what has changed. */
export function CartLineRow({ line, isWaiting, onQuantity, onAccept, onRemove }: Props) {
  const { t } = useLingui()
  const { product, quantity } = line
  const { name } = product
  const most = mostOf(product)
  const count = obtainable(line)
  return (
    <li className="grid gap-3 py-4">
      <div className="flex gap-4">
        <Picture src={product.picture} icon={<Package />} className="w-20 self-start rounded-control" />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <h3 className="font-semibold [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h3>
          <TokenPrice value={product.price} className="text-sm text-muted" />
          {isWaiting && (
            <p className="inline-flex items-center gap-1.5 text-sm font-semibold text-warn-ink">
              <Clock3 className="size-4" aria-hidden="true" />
              <Trans>Waiting</Trans>
            </p>
          )}
        </div>
        <IconButton label={t`Remove ${name}`} className="text-danger-ink" onClick={() => onRemove(line)}>
          <Trash2 className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <LineWarnings
        differences={lineChangesOf(line)}
        onAccept={() => onAccept(line)}
        onTake={(left) => onQuantity(line, left)}
      />
      {count > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <QuantityStepper name={name} value={quantity} max={most} onChange={(next) => onQuantity(line, next)} />
          <span className="grid justify-items-end">
            <TokenPrice value={count * product.price} className="justify-end font-semibold" />
            {count < quantity && (
              <span className="text-sm text-muted">
                <Trans>
                  For {count} of {quantity}
                </Trans>
              </span>
            )}
          </span>
        </div>
      )}
    </li>
  )
}
