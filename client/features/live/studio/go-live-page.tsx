import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { JoinAnswer } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Suspense } from 'react'
import useSWR from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { listTiming } from '../../../core/api/use-cached-query.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { SetUp } from './set-up.tsx'
import { useDevices } from './use-devices.ts'

const OnAir = lazyAgain(async () => (await import('./on-air.tsx')).OnAir)

/** The studio of streams: the check of the devices, then the stream. A page that was reloaded goes on with it. */
export function GoLivePage({ user }: { user: Profile }) {
  const { t } = useLingui()
  const devices = useDevices()
  const { data, error, isLoading, mutate } = useSWR<JoinAnswer | null, unknown>(
    ['own stream', user._id],
    () => ownStream(user._id),
    { ...listTiming, revalidateOnFocus: false },
  )
  const isOnAir = data !== undefined && data !== null && data.stream.status !== 'ended'
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={isOnAir ? t`You are live` : t`Go live`} />
      <div className="safe-x flex min-h-0 flex-1 flex-col pb-10">
        {isLoading && data === undefined ? (
          <div aria-busy="true" className="grid gap-4">
            <Skeleton className="aspect-video w-full max-w-3xl rounded-card" />
          </div>
        ) : error !== undefined && data === undefined ? (
          <ErrorState
            title={t`Your studio could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        ) : isOnAir ? (
          <Suspense fallback={<Skeleton className="aspect-video w-full max-w-3xl rounded-card" />}>
            <OnAir
              key={data.stream._id}
              stream={data.stream}
              rtc={data.rtc}
              userId={user._id}
              devices={devices}
              onEnded={() => void mutate()}
            />
          </Suspense>
        ) : (
          <SetUp user={user} last={data?.stream ?? null} devices={devices} onLive={() => void mutate()} />
        )}
      </div>
    </main>
  )
}

/** The creator's latest stream; null before the first one. */
async function ownStream(userId: string): Promise<JoinAnswer | null> {
  try {
    return await callApi({ path: `/streaming/join/${userId}`, answer: JoinAnswer })
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null
    throw error
  }
}
