import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CouponQuote } from '@vesper/sync/vesper/api/coupons.ts'
import { JoinOffer } from '@vesper/sync/vesper/api/offers.ts'
import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

/** A coupon or a creator's offer, and what it leaves of the price `before`, in cents. */
export type AppliedCoupon = { code: string; before: number; amount: number; isOffer?: boolean }

type Term = { kind: 'subscription'; performerId: string; type: SubscriptionType }

type Props = {
  /** The thing that is bought, and the creator who sells it; tokens unless told. */
  about?: { kind: 'top-up' } | Term
  amount: number
  currency: string
  applied: AppliedCoupon | null
  onApplied: (coupon: AppliedCoupon | null) => void
}

/** Takes a coupon and says what it leaves to be paid. The order itself takes it once more, at the price of then. */
export function CouponField({ about = { kind: 'top-up' }, amount, currency, applied, onApplied }: Props) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const code = typed.trim()
  const action = useAction(async () => {
    const offered = about.kind === 'subscription' ? await offeredFor(about, code) : null
    if (offered?.before === amount) return onApplied({ code, before: amount, amount: offered.after, isOffer: true })
    const path = `/coupons/${encodeURIComponent(code)}/apply-coupon`
    const { kind } = about
    const by = about.kind === 'subscription' && { performerId: about.performerId }
    const quote = await callApi({ method: 'POST', path, body: { kind, ...by, amount }, answer: CouponQuote })
    onApplied({ code, before: amount, amount: quote.amount })
  })
  if (applied) {
    const off = formatMoney(applied.before - applied.amount, currency, i18n.locale)
    const left = formatMoney(applied.amount, currency, i18n.locale)
    return (
      <p role="status" className="flex items-center justify-between gap-3 text-sm">
        <Trans>
          {off} off: you pay {left}.
        </Trans>
        <Button kind="secondary" onClick={() => onApplied(null)}>
          {applied.isOffer ? <Trans>Remove offer</Trans> : <Trans>Remove coupon</Trans>}
        </Button>
      </p>
    )
  }
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-2">
      <TextField
        label={about.kind === 'subscription' ? t`Offer code` : t`Coupon`}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        error={action.error === null ? undefined : errorMessage(action.error)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button
        kind="secondary"
        type="button"
        className="mt-7"
        busy={action.busy}
        disabled={code === ''}
        onClick={() => void action.run()}
      >
        <Trans>Apply</Trans>
      </Button>
    </div>
  )
}

/** The prices of a first term with a creator's offer; null where the code is none for it. */
async function offeredFor({ performerId, type }: Term, code: string): Promise<JoinOffer['prices'][number] | null> {
  try {
    const { creator, prices } = await callApi({ path: `/join/${encodeURIComponent(code)}`, answer: JoinOffer })
    return creator._id === performerId ? (prices.find((price) => price.type === type) ?? null) : null
  } catch (error) {
    // Then the code may be a coupon.
    if (error instanceof Refusal && (error.kind === 'not-found' || error.kind === 'invalid')) return null
    throw error
  }
}
