import { useLingui } from '@lingui/react'
import { useUnit } from 'effector-react'
import { cx } from '../../ui/cx.ts'
import { centsOfTokens, formatMoney } from '../../ui/text/format-money.ts'
import { TokenAmount } from '../../ui/text/token-amount.tsx'
import { $settings } from './model.ts'

/** Tells what tokens are worth in money; null until the settings of the site have been read. */
export function useMoneyOf(): (tokens: number) => string | null {
  const { i18n } = useLingui()
  const settings = useUnit($settings)
  return (tokens) => settings && formatMoney(centsOfTokens(tokens, settings.tokenValue), settings.currency, i18n.locale)
}

/** A price in tokens with its worth in money, where somebody decides to buy. */
export function TokenPrice({ value, className }: { value: number; className?: string }) {
  const money = useMoneyOf()(value)
  return (
    <span className={cx('inline-flex flex-wrap items-baseline gap-x-1.5', className)}>
      <TokenAmount value={value} />
      {money !== null && <span className="text-[0.85em] font-normal text-muted tabular-nums">({money})</span>}
    </span>
  )
}
