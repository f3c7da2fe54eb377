import { useLingui } from '@lingui/react/macro'
import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useFreshAnswer } from '../../../core/api/use-fresh-answer.ts'
import { SellerForm } from '../../../features/creators/seller-form.tsx'
import { PricesForm } from '../../../features/subscriptions/prices-form.tsx'
import { Card } from '../../../ui/list/card.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'

const none = { prices: { monthly: null, quarterly: null, halfYearly: null, yearly: null }, isFree: false }

/** The prices of the creator who is signed in, and how the creator sells, as the server has them. */
export function PricesCard() {
  const { t } = useLingui()
  const { data, error, mutate } = useFreshAnswer('/performers/me', OwnPerformer)
  if (!data && error !== undefined) {
    return (
      <ErrorState
        title={t`Your prices could not be loaded`}
        message={errorMessage(error)}
        onRetry={() => void mutate()}
      />
    )
  }
  if (!data) return <Skeleton className="h-96 rounded-card" />
  return (
    <div className="grid gap-5">
      <Card>
        <PricesForm performerId={data._id} offer={data.subscription ?? none} onSaved={() => void mutate()} />
      </Card>
      <Card>
        <SellerForm performerId={data._id} kind={data.sellerKind ?? null} onSaved={() => void mutate()} />
      </Card>
    </div>
  )
}
