import { Trans, useLingui } from '@lingui/react/macro'
import { CardList, CardSetupAnswer } from '@vesper/sync/vesper/api/cards.ts'
import { useUnit } from 'effector-react'
import { CreditCard } from 'lucide-react'
import { useRef } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { CardRow } from './card-row.tsx'
import { SavedNotice } from './saved-notice.tsx'

type Props = {
  /** The page of the provider that has led back. */
  checkoutId: string | undefined
  onSettled: () => void
}

/** The account's saved cards. Their numbers are typed at the provider alone. */
export function CardsPage({ checkoutId, onSettled }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { data: cards, error, mutate } = useKeptAnswer('/payment-cards', CardList)
  const id = useRef(v7())
  const add = useAction(async () => {
    const body = { _id: id.current }
    const { url } = await callApi({ method: 'POST', path: '/stripe/cards', body, answer: CardSetupAnswer })
    location.assign(url)
  })
  const reread = () => void mutate()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Cards`} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        {checkoutId !== undefined && (
          <SavedNotice
            checkoutId={checkoutId}
            onSettled={() => {
              onSettled()
              reread()
            }}
          />
        )}
        {!cards && error === undefined && <Skeleton className="h-32 rounded-card" />}
        {!cards && error !== undefined && (
          <ErrorState title={t`Your cards could not be loaded`} message={errorMessage(error)} onRetry={reread} />
        )}
        {cards?.data.length === 0 && (
          <EmptyState icon={<CreditCard />} title={t`No cards yet`}>
            <Trans>A saved card pays with one tap.</Trans>
          </EmptyState>
        )}
        {cards && cards.data.length > 0 && (
          <ul aria-label={t`Cards`} className="grid gap-3">
            {cards.data.map((card) => (
              <CardRow key={card._id} card={card} isOffline={isOffline} onChanged={reread} />
            ))}
          </ul>
        )}
        <div role="alert" className="empty:absolute">
          {add.error !== null && <Notice tone="danger">{errorMessage(add.error)}</Notice>}
        </div>
        <div role="status" className="empty:absolute">
          {isOffline && (
            <Notice tone="warning">
              <Trans>Changing cards needs a connection.</Trans>
            </Notice>
          )}
        </div>
        <Button className="sm:justify-self-start" busy={add.busy} disabled={isOffline} onClick={() => void add.run()}>
          <Trans>Add a card</Trans>
        </Button>
      </div>
    </main>
  )
}
