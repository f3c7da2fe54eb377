import { useLingui } from '@lingui/react/macro'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { useId } from 'react'
import { nameOfCard } from '../name-of-card.ts'

type Props = { cards: readonly Card[]; chosen: string; onChoose: (cardId: string) => void }

/** The card that pays: a saved one, or another that is typed on the pay page. */
export function PayWith({ cards, chosen, onChoose }: Props) {
  const { t } = useLingui()
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">{t`Pay with`}</label>
      <select
        id={id}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className="min-h-12 rounded-control border border-line bg-raised px-3 text-ink"
      >
        {cards.map((card) => (
          <option key={card._id} value={card._id}>
            {nameOfCard(card)}
          </option>
        ))}
        <option value="">{t`Another card`}</option>
      </select>
    </div>
  )
}
