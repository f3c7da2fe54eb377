import { useLingui } from '@lingui/react'
import { Plural } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { formatMoney } from '../../../ui/text/format-money.ts'
import type { Cover } from './covering.ts'

type Props = {
  cover: Cover
  currency: string
  kind: 'primary' | 'secondary'
  busy: boolean
  disabled: boolean
  onPress: () => void
}

/** Buys tokens with one press; the price stands beside it. */
export function TopUpButton({ cover: { tokens, bonus, bought }, currency, kind, busy, disabled, onPress }: Props) {
  const { i18n } = useLingui()
  const price = useId()
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-3">
      <Button kind={kind} busy={busy} disabled={disabled} aria-describedby={price} onClick={onPress}>
        <Plural value={tokens} one="Top up # token" other="Top up # tokens" />
      </Button>
      <p id={price} className="grid text-end text-sm tabular-nums">
        <span className="font-semibold text-ink">{formatMoney(bought.amount, currency, i18n.locale)}</span>
        {bonus > 0 && (
          <span className="text-ok-ink">
            <Plural value={bonus} one="+ # as a gift" other="+ # as a gift" />
          </span>
        )}
      </p>
    </div>
  )
}
