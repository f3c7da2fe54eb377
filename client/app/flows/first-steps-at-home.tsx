import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useSyncExternalStore } from 'react'
import { isIos, isStandalone } from '../../core/page/is-standalone.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { FirstSteps } from '../../features/home/first-steps.tsx'
import { hasInstallPrompt, subscribeToInstallPrompt } from '../../features/install/install-prompt.ts'

/** The first steps of an account, as this device knows them. */
export function FirstStepsAtHome({ user }: { user: Profile }) {
  const { db } = useSync()
  const followed = useLiveQuery(() => db.follows.count(), [db])
  const isOffered = useSyncExternalStore(subscribeToInstallPrompt, hasInstallPrompt) || isIos()
  if (followed === undefined) return null
  return (
    <FirstSteps user={user} followed={followed} install={isStandalone() ? 'done' : isOffered ? 'offered' : 'none'} />
  )
}
