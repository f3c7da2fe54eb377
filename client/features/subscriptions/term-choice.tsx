import { Trans, useLingui } from '@lingui/react/macro'
import { TERM_MONTHS } from '@vesper/sync/vesper/records/subscription.ts'
import type { SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import { useId } from 'react'
import type { OfferedTerm } from '../../entities/content/offered-terms.ts'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

type Props = {
  terms: readonly OfferedTerm[]
  chosen: SubscriptionType
  currency: string
  onChoose: (type: SubscriptionType) => void
}

/** The terms of a creator as radio buttons, each with its price and the price of a month in it. */
export function TermChoice({ terms, ...props }: Props) {
  const { t } = useLingui()
  return (
    <div role="radiogroup" aria-label={t`Term`} className="grid gap-2">
      {terms.map((term) => (
        <Choice key={term.type} term={term} {...props} />
      ))}
    </div>
  )
}

function Choice({ term: { type, price }, chosen, currency, onChoose }: Omit<Props, 'terms'> & { term: OfferedTerm }) {
  const { i18n } = useLingui()
  const names = useTermNames()
  const [name, group] = [useId(), useId()]
  const months = type === 'free' ? 1 : TERM_MONTHS[type]
  const monthly = formatMoney(Math.round(price / months), currency, i18n.locale)
  return (
    <label className="flex min-h-target cursor-pointer items-center gap-3 rounded-card border border-line bg-raised px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        className="sr-only"
        aria-labelledby={name}
        aria-describedby={`${name}-price`}
        checked={chosen === type}
        onChange={() => onChoose(type)}
      />
      <span id={name} className="flex-1 font-semibold text-ink">
        {names[type]}
      </span>
      <span id={`${name}-price`} className="grid justify-items-end text-sm tabular-nums">
        <span className="font-semibold text-ink">{formatMoney(price, currency, i18n.locale)}</span>
        {months > 1 && (
          <span className="text-muted">
            <Trans>{monthly} a month</Trans>
          </span>
        )}
      </span>
    </label>
  )
}
