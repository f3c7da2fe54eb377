import { Trans, useLingui } from '@lingui/react/macro'
import { OfferList } from '@vesper/sync/vesper/api/offers.ts'
import type { Offer } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { Gift } from 'lucide-react'
import { Suspense, useState } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { OfferCard } from './offer-card.tsx'

const PATH = '/performer/offers'

const OfferDialog = lazyAgain(async () => (await import('./offer-dialog.tsx')).OfferDialog, 'reach')
const EndDialog = lazyAgain(async () => (await import('./end-dialog.tsx')).EndDialog, 'reach')

type Shown = { dialog: 'new' } | { dialog: 'change' | 'end'; offer: Offer }

/** The free trials and discounts of a creator, each with its link and its figures. */
export function OffersPage({ creatorId }: { creatorId: string }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [shown, show] = useState<Shown | null>(null)
  const { data, error, mutate } = useKeptAnswer(PATH, OfferList)
  const keptAt = useKeptAt(PATH)
  const close = () => show(null)
  const closeChanged = () => {
    close()
    void mutate().catch(() => {})
  }
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        leading={<BackButton />}
        title={t`Offers`}
        subtitle={t`Free trials and discounts behind a link or a code`}
        actions={
          <Button disabled={isOffline} onClick={() => show({ dialog: 'new' })}>
            <Trans>New offer</Trans>
          </Button>
        }
      />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {keptAt !== null && data && <AsOf at={keptAt} />}
        {data ? (
          <Offers
            offers={data.data}
            {...{ creatorId, isOffline }}
            onChange={(offer) => show({ dialog: 'change', offer })}
            onEnd={(offer) => show({ dialog: 'end', offer })}
          />
        ) : isOffline ? (
          <ListUnavailable icon={<Gift />} />
        ) : error === undefined ? (
          <Skeleton className="h-40 rounded-card" />
        ) : (
          <ErrorState
            title={t`Your offers could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
      <Suspense fallback={null}>
        {shown !== null &&
          (shown.dialog === 'end' ? (
            <EndDialog offer={shown.offer} onClose={close} onEnded={closeChanged} />
          ) : (
            <OfferDialog
              offer={shown.dialog === 'change' ? shown.offer : null}
              onClose={close}
              onSaved={closeChanged}
            />
          ))}
      </Suspense>
    </main>
  )
}

type OffersProps = {
  offers: readonly Offer[]
  creatorId: string
  isOffline: boolean
  onChange: (offer: Offer) => void
  onEnd: (offer: Offer) => void
}

function Offers({ offers, ...props }: OffersProps) {
  const { t } = useLingui()
  if (offers.length === 0) {
    return (
      <EmptyState icon={<Gift />} title={t`No offers yet`}>
        <Trans>Give new fans free days, or lower their first term. Share the link, and see here what it brings.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Offers`} className="grid grid-cols-1 gap-3">
      {offers.map((offer) => (
        <li key={offer._id}>
          <OfferCard offer={offer} {...props} />
        </li>
      ))}
    </ul>
  )
}
