import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '../../ui/text/format-money.ts'
import { numberFormat } from '../../ui/text/number-format.ts'

type AmountProps = { amount: number; currency: string }

/** Tax that a price includes, in cents of `currency`. */
export function VatAmount({ amount, currency }: AmountProps) {
  const { i18n } = useLingui()
  return <Trans>VAT included: {formatMoney(amount, currency, i18n.locale)}</Trans>
}

/** Names tax that a price includes by its rate, in 1/10,000 of the price before tax. */
export function VatName({ rate: bps }: { rate: number }) {
  const { i18n } = useLingui()
  const percent = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 })
  const rate = percent.format(bps / 10_000)
  return <Trans>VAT included ({rate})</Trans>
}
