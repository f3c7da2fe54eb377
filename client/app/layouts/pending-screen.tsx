import { Trans } from '@lingui/react/macro'
import { Skeleton } from '../../ui/list/skeleton.tsx'

/** A page is on its way. */
export function PendingScreen() {
  return (
    <div role="status" className="safe-x grid gap-4 py-6">
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}
