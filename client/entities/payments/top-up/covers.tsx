import { Trans } from '@lingui/react/macro'
import { CardList } from '@vesper/sync/vesper/api/cards.ts'
import { PackageList } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { useId, useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { $settings } from '../../../core/settings/model.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { nameOfCard } from '../name-of-card.ts'
import { useUsableCards } from '../use-usable-cards.ts'
import { covering } from './covering.ts'
import type { Cover, Missing } from './covering.ts'
import type { Leaving } from './left-payments.ts'
import { PayWith } from './pay-with.tsx'
import { TopUpButton } from './top-up-button.tsx'
import { useTopUp } from './use-top-up.ts'
import type { Chosen } from './use-top-up.ts'

type Props = Missing & { leaving: Leaving; onPaid: () => void }

type Choice = Cover & { chosen: Chosen }

/** The smallest packages that cover what is missing, each as a button that pays, or that opens the pay page. */
export function Covers({ missing, debt, leaving, onPaid }: Props) {
  const settings = useUnit($settings)
  const packages = useKeptAnswer('/package/token/search', PackageList)
  const kept = useKeptAnswer('/payment-cards', CardList)
  const cards = useUsableCards()
  const [cardChosen, setCardChosen] = useState<string | null>(null)
  const [pressed, setPressed] = useState<number | null>(null)
  const topUp = useTopUp({ leaving, isOnce: true, onPaid, onRefused: () => void packages.mutate() })
  const failure = useId()
  if (packages.error !== undefined && !packages.data) {
    return <Notice tone="danger">{errorMessage(packages.error)}</Notice>
  }
  // Until it is known whether a card is saved, a press could mean either.
  if (!settings || !packages.data || (!kept.data && kept.error === undefined)) {
    return <Skeleton className="h-24 rounded-control" />
  }
  const cardId = cardChosen ?? (cards.find(({ isDefault }) => isDefault) ?? cards[0])?._id ?? ''
  const card = cards.find(({ _id }) => _id === cardId)
  const choices = covering(packages.data.data, { missing, debt }, settings).map((cover): Choice => {
    return { ...cover, chosen: { ...cover.bought, ...(card && { cardId: card._id }) } }
  })
  const unanswered = choices.filter(({ chosen }) => topUp.isUnanswered(chosen))
  const press = ({ tokens, chosen }: Choice) => {
    setPressed(tokens)
    void topUp.run(chosen)
  }
  return (
    <div className="grid gap-3">
      {(topUp.busy || unanswered.length === 0 ? choices : unanswered).map((choice, place) => (
        <TopUpButton
          key={choice.tokens}
          cover={choice}
          currency={settings.currency}
          kind={place === 0 ? 'primary' : 'secondary'}
          busy={topUp.busy && pressed === choice.tokens}
          disabled={topUp.busy && pressed !== choice.tokens}
          onPress={() => press(choice)}
        />
      ))}
      {choices.length === 0 && (
        <Notice>
          <Trans>One top-up does not bring so much. Top up several times.</Trans>
        </Notice>
      )}
      <div id={failure} role="alert" className="empty:absolute">
        <Failure text={topUp.failureOf(choices.map(({ chosen }) => chosen))} />
      </div>
      {cards.length > 0 && <PayWith cards={cards} chosen={card?._id ?? ''} onChoose={setCardChosen} />}
      <p className="text-sm">
        {card ? (
          <Trans>One press pays with {nameOfCard(card)}.</Trans>
        ) : (
          <Trans>You pay on the next page, and come back here.</Trans>
        )}
      </p>
    </div>
  )
}

function Failure({ text }: { text: string | null }) {
  return text === null ? null : <Notice tone="danger">{text}</Notice>
}
