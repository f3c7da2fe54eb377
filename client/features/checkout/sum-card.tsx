import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { $settings } from '../../core/settings/model.ts'
import { TokenPrice, useMoneyOf } from '../../core/settings/token-price.tsx'
import { VatName } from '../../entities/orders/vat-amount.tsx'
import { LazyTopUpOffer } from '../../entities/payments/top-up/lazy-top-up-offer.ts'
import type { Leaving } from '../../entities/payments/top-up/left-payments.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { vatOf } from './review.ts'
import type { Review } from './use-review.ts'

type Props = { review: Pick<Review, 'groups' | 'discount' | 'total'>; balance: number; debt: number; leaving: Leaving }

/** All that the orders come to, in tokens and in money, and whether the wallet has it. */
export function SumCard({ review: { groups, discount, total }, balance, debt, leaving }: Props) {
  const { i18n } = useLingui()
  const settings = useUnit($settings)
  const discountMoney = useMoneyOf()(discount)
  const items = groups.reduce((sum, { subtotal }) => sum + subtotal, 0)
  const shipping = groups.reduce((sum, group) => sum + group.shipping, 0)
  const missing = total - balance
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 tabular-nums">
        <Row name={<Trans>Products</Trans>}>
          <TokenPrice value={items} />
        </Row>
        {shipping > 0 && (
          <Row name={<Trans>Shipping</Trans>}>
            <TokenPrice value={shipping} />
          </Row>
        )}
        {discount > 0 && (
          <Row name={<Trans>Discount</Trans>}>
            <Plural value={discount} one="− # token" other="− # tokens" />
            {discountMoney !== null && ` (${discountMoney})`}
          </Row>
        )}
        <dt className="border-t border-line pt-2 text-lg font-bold">
          <Trans>Total</Trans>
        </dt>
        <dd className="border-t border-line pt-2 text-end text-lg font-bold">
          <TokenPrice value={total} />
        </dd>
        {settings && settings.taxBps > 0 && (
          <Row name={<VatName rate={settings.taxBps} />}>
            {formatMoney(vatOf({ groups, discount, total }, settings), settings.currency, i18n.locale)}
          </Row>
        )}
        <Row name={<Trans>In your wallet</Trans>}>
          <TokenPrice value={balance} />
        </Row>
      </dl>
      {(missing > 0 || debt > 0) && (
        <Suspense fallback={null}>
          <LazyTopUpOffer missing={missing} debt={debt} leaving={leaving} />
        </Suspense>
      )}
    </div>
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
