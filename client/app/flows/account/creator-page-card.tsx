import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useUnit } from 'effector-react'
import { $offline } from '../../../core/connection/model.ts'
import { useSync, WithSync } from '../../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../../core/sync/use-live-query.ts'
import { PageForm } from '../../../features/creators/page-form.tsx'
import { CoverCard } from '../../../features/creators/page-media/cover-card.tsx'
import { WelcomeVideoCard } from '../../../features/creators/page-media/welcome-video-card.tsx'
import { Card } from '../../../ui/list/card.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { keepCover } from './account-actions.ts'

/** The page of the creator who is signed in, as this device holds it; its edits are queued here. */
export function CreatorPageCard({ user }: { user: Profile }) {
  const isOffline = useUnit($offline)
  return (
    <div className="grid gap-5">
      <CoverCard user={user} isOffline={isOffline} onUploaded={keepCover} />
      <WelcomeVideoCard isOffline={isOffline} />
      <WithSync fallback={<Skeleton className="h-96 rounded-card" />}>
        <Own user={user} />
      </WithSync>
    </div>
  )
}

function Own({ user }: { user: Profile }) {
  const { t } = useLingui()
  const sync = useSync()
  const isOffline = useUnit($offline)
  const creator = useLiveQuery(async () => (await sync.db.creators.get(user._id)) ?? null, [sync, user._id])
  if (creator === undefined) return <Skeleton className="h-96 rounded-card" />
  if (creator === null) {
    return (
      <Card>
        <p className="text-muted">
          <Trans>Your page is not on this device yet. It comes when you are online.</Trans>
        </p>
      </Card>
    )
  }
  return (
    <Card>
      <PageForm
        creator={creator}
        phone={user.phone ?? null}
        onSave={async (edit) => {
          await sync.mutate('performer.update', edit)
          const said = isOffline
            ? t`Saved on this device. Sent when you are back online.`
            : t`Saved on this device, sending`
          void showToast('success', said)
        }}
      />
    </Card>
  )
}
