import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useSync, WithSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { Meanwhile } from '../../features/verification/meanwhile.tsx'

/** The work of a creator under review, ticked off by what this device has. */
export function MeanwhileInReview({ user }: { user: Profile }) {
  return (
    <WithSync fallback={<Meanwhile user={user} hasDrafts={false} hasPrices={false} />}>
      <Known user={user} />
    </WithSync>
  )
}

function Known({ user }: { user: Profile }) {
  const { db } = useSync()
  const drafts = useLiveQuery(() => db['post-drafts'].count(), [db]) ?? 0
  const { data } = useKeptAnswer('/performers/me', OwnPerformer)
  const offer = data?.subscription
  const hasPrices = !!offer && (offer.isFree || Object.values(offer.prices).some((price) => price !== null))
  return <Meanwhile user={user} hasDrafts={drafts > 0} hasPrices={hasPrices} />
}
