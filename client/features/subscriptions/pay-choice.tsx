import { Trans, useLingui } from '@lingui/react/macro'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { Coins, CreditCard } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'

/** The way to pay a term: tokens of the wallet, a saved card by its id, or a card that is typed on the pay page. */
export type WayToPay = 'wallet' | 'new-card' | (string & {})

type Props = { cards: readonly Card[]; chosen: WayToPay; onChoose: (way: WayToPay) => void }

/** The ways to pay a term as radio buttons. The chosen one pays the renewals, too. */
export function PayChoice({ cards, chosen, onChoose }: Props) {
  const { t } = useLingui()
  const group = useId()
  const choice = { group, chosen, onChoose }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">
        <Trans>Pay with</Trans>
      </legend>
      <Choice {...choice} way="wallet" icon={<Coins className="size-5" />} name={t`Tokens`} />
      {cards.map((card) => (
        <Choice
          key={card._id}
          {...choice}
          way={card._id}
          icon={<CreditCard className="size-5" />}
          name={nameOfCard(card)}
        />
      ))}
      <Choice
        {...choice}
        way="new-card"
        icon={<CreditCard className="size-5" />}
        name={cards.length === 0 ? t`A card` : t`Another card`}
      />
    </fieldset>
  )
}

type ChoiceProps = {
  group: string
  way: WayToPay
  chosen: WayToPay
  icon: ReactNode
  name: string
  onChoose: (way: WayToPay) => void
}

/** One radio button of a choice of ways to pay. */
export function Choice({ group, way, chosen, icon, name, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-target cursor-pointer items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 text-ink has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input type="radio" name={group} className="sr-only" checked={way === chosen} onChange={() => onChoose(way)} />
      <span aria-hidden="true" className="text-muted">
        {icon}
      </span>
      <bdi>{name}</bdi>
    </label>
  )
}
