import { Trans, useLingui } from '@lingui/react/macro'
import { CouponQuote } from '@vesper/sync/vesper/api/coupons.ts'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { aboutOf } from './review.ts'
import type { AppliedCoupon, ReviewLine } from './review.ts'

type Props = {
  lines: readonly ReviewLine[]
  applied: AppliedCoupon | null
  isOffline: boolean
  onApplied: (coupon: AppliedCoupon | null) => void
}

/** Takes a coupon and says how much it takes off. The checkout itself takes it once more. */
export function Coupon({ lines, applied, isOffline, onApplied }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const code = typed.trim()
  const action = useAction(async () => {
    const path = `/coupons/${encodeURIComponent(code)}/apply-coupon`
    const quote = await callApi({ method: 'POST', path, body: askedOf(lines), answer: CouponQuote })
    onApplied({ code, discount: quote.discount, about: aboutOf(lines) })
  })
  if (applied) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm">
          <Trans>
            Coupon <bdi>{applied.code}</bdi>: <TokenPrice value={applied.discount} /> off
          </Trans>
        </p>
        <Button kind="secondary" onClick={() => onApplied(null)}>
          <Trans>Remove coupon</Trans>
        </Button>
      </div>
    )
  }
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <TextField
        label={t`Coupon`}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        error={action.error === null ? undefined : errorMessage(action.error)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        kind="secondary"
        className="mt-7"
        busy={action.busy}
        disabled={code === '' || isOffline}
        onClick={() => void action.run()}
      >
        <Trans>Apply</Trans>
      </Button>
    </div>
  )
}

/** Tokens by seller: a coupon may be for the things of one. */
function askedOf(lines: readonly ReviewLine[]) {
  const bySeller = Map.groupBy(lines, ({ product }) => product.performer._id)
  const sellers = [...bySeller].map(([performerId, own]) => ({
    performerId,
    amount: own.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  }))
  return { kind: 'product', amount: sellers.reduce((sum, { amount }) => sum + amount, 0), sellers }
}
