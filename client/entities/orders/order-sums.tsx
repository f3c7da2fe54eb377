import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { ReactNode } from 'react'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { formatMoney } from '../../ui/text/format-money.ts'
import { VatAmount, VatName } from './vat-amount.tsx'

type Props = { order: Pick<Order, 'type' | 'tokens' | 'discount' | 'shipping' | 'refunded' | 'vat'> }

/** All that an order cost, and what of it went back. */
export function OrderSums({ order: { type, tokens, discount, shipping, refunded, vat } }: Props) {
  const { i18n } = useLingui()
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
      {type === 'physical' && (
        <Row name={<Trans>Shipping</Trans>}>
          {shipping === 0 ? <Trans>Free</Trans> : <TokenPrice value={shipping} />}
          {vat && shipping > 0 && (
            <span className="block text-xs text-muted">
              <VatAmount amount={vat.shipping} currency={vat.currency} />
            </span>
          )}
        </Row>
      )}
      {discount > 0 && (
        <Row name={<Trans>Discount, in the prices above</Trans>}>
          <TokenPrice value={discount} />
        </Row>
      )}
      <dt className="font-bold">
        <Trans>Total</Trans>
      </dt>
      <dd className="text-end font-bold">
        <TokenPrice value={tokens} />
      </dd>
      {vat && <Row name={<VatName rate={vat.rate} />}>{formatMoney(vat.amount, vat.currency, i18n.locale)}</Row>}
      {refunded > 0 && (
        <Row name={<Trans>Given back</Trans>}>
          <TokenPrice value={refunded} />
        </Row>
      )}
    </dl>
  )
}

function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">{children}</dd>
    </>
  )
}
