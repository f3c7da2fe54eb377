import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CardList } from '@vesper/sync/vesper/api/cards.ts'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { CreditCard } from 'lucide-react'
import { useId, useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { pullNow } from '../../core/sync/pull-now.ts'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'
import { NeedsConnection } from '../../entities/payments/needs-connection.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { Choice } from './pay-choice.tsx'

type Props = { subscription: Subscription; onClose: () => void }

/** Asks which saved card pays the next renewals. Nothing is charged now. */
export function ChangeCardDialog({ subscription, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error } = useKeptAnswer('/payment-cards', CardList)
  const [chosen, setChosen] = useState<string | null>(null)
  const cards = data?.data.filter(({ status }) => status === 'active' || status === 'expiring')
  const others = cards?.filter(({ subscriptions }) => !subscriptions.some(({ _id }) => _id === subscription._id))
  const change = useAction(async (cardId: string) => {
    const path = `/subscriptions/${subscription._id}/card`
    await callApi({ method: 'PUT', path, body: { cardId }, answer: Subscription })
    pullNow()
    onClose()
    void showToast('success', t`The next renewals are paid with this card.`)
  })
  const { name } = subscription.performer
  const ready = chosen !== null && !isOffline
  return (
    <Dialog
      title={t`The card for ${name}`}
      onClose={onClose}
      failure={change.error === null ? null : errorMessage(change.error)}
      actions={
        others?.length !== 0 && (
          <Button busy={change.busy} disabled={!ready} onClick={() => void (chosen !== null && change.run(chosen))}>
            <Trans>Renew with this card</Trans>
          </Button>
        )
      }
    >
      <NeedsConnection />
      <p>
        <Trans>It pays from the next renewal on. Nothing is charged now.</Trans>
      </p>
      {others ? (
        <Cards cards={others} chosen={chosen ?? ''} onChoose={setChosen} />
      ) : error === undefined ? (
        <Skeleton className="h-24 rounded-card" />
      ) : (
        <Notice tone="danger">{errorMessage(error)}</Notice>
      )}
    </Dialog>
  )
}

type CardsProps = { cards: readonly Card[]; chosen: string; onChoose: (id: string) => void }

function Cards({ cards, chosen, onChoose }: CardsProps) {
  const group = useId()
  return (
    <>
      {cards.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-semibold">
            <Trans>Pay with</Trans>
          </legend>
          {cards.map((card) => (
            <Choice
              key={card._id}
              {...{ group, chosen, onChoose, way: card._id, name: nameOfCard(card) }}
              icon={<CreditCard className="size-5" />}
            />
          ))}
        </fieldset>
      )}
      <p className="text-sm text-muted">
        {cards.length === 0 && <Trans>You have no other card that can pay.</Trans>}{' '}
        <Link
          to="/cards"
          className="inline-flex min-h-target items-center font-semibold text-accent-ink hover:underline"
        >
          <Trans>Add a card</Trans>
        </Link>
      </p>
    </>
  )
}
