import { Trans, useLingui } from '@lingui/react/macro'
import { parsePrice } from '../../../entities/payments/parse-price.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { formatMoney } from '../../../ui/text/format-money.ts'

/** All in cents. */
export type AmountBounds = { available: number; minimum: number; fee: number; currency: string }

type Props = {
  typed: string
  bounds: AmountBounds
  /** The server's word on the amount. */
  refused?: string | undefined
  onType: (typed: string) => void
}

/** The amount of a payout to type in, with the fee and the rest that arrives. */
export function AmountField({ typed, bounds, refused, onType }: Props) {
  const { t, i18n } = useLingui()
  const { available, minimum, fee, currency } = bounds
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const [most, least] = [money(available), money(smallestAmount(bounds))]
  const amount = parsePrice(typed)
  const isFit = isPayable(amount, bounds)
  const wrong =
    typed.trim() === '' || isFit
      ? undefined
      : amount === undefined || amount === null
        ? t`Enter an amount such as 50.00.`
        : amount > available
          ? t`You have ${most} available.`
          : t`The smallest payout is ${least}.`
  return (
    <>
      <TextField
        label={t`Amount`}
        hint={available >= minimum ? t`In ${currency}, from ${least} to ${most}` : undefined}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={typed}
        error={wrong ?? refused}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {isFit && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
          <dt>
            <Trans>Amount</Trans>
          </dt>
          <dd className="text-end">{money(amount)}</dd>
          <dt>
            <Trans>Fee</Trans>
          </dt>
          <dd className="text-end">{money(fee)}</dd>
          <dt className="font-semibold text-ink">
            <Trans>You receive</Trans>
          </dt>
          <dd className="text-end font-semibold text-ink">{money(amount - fee)}</dd>
        </dl>
      )}
    </>
  )
}

/** Tells if the amount lies in the bounds. */
export function isPayable(amount: number | null | undefined, bounds: AmountBounds): amount is number {
  return typeof amount === 'number' && amount >= smallestAmount(bounds) && amount <= bounds.available
}

/** Something has to be left of it after the fee. */
function smallestAmount({ minimum, fee }: AmountBounds): number {
  return Math.max(minimum, fee + 1)
}
