import { Plural, Trans } from '@lingui/react/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { ReactNode } from 'react'
import { TokenAmount } from '../../ui/token-amount.tsx'

type Props = { order: Pick<Order, 'type' | 'tokens' | 'discount' | 'shipping' | 'refunded'> }

/** All that an order cost, and what of it went back. */
export function OrderSums({ order: { type, tokens, discount, shipping, refunded } }: Props) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
      {type === 'physical' && (
        <Row name={<Trans>Shipping</Trans>}>
          {shipping === 0 ? <Trans>Free</Trans> : <TokenAmount value={shipping} />}
        </Row>
      )}
      {discount > 0 && (
        <Row name={<Trans>Discount, in the prices above</Trans>}>
          <Plural value={discount} one="# token" other="# tokens" />
        </Row>
      )}
      <dt className="font-bold">
        <Trans>Total</Trans>
      </dt>
      <dd className="text-end font-bold">
        <TokenAmount value={tokens} />
      </dd>
      {refunded > 0 && (
        <Row name={<Trans>Given back</Trans>}>
          <TokenAmount value={refunded} />
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
