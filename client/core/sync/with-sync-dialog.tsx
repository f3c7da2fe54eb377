import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { StorageAway, SyncContext } from './sync-provider.tsx'
import { isStorageAway, subscribeToSync, syncState } from './sync.ts'

/** `WithSync` for a dialog: it is open from the press on, and says so where the storage does not open. */
export function WithSyncDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const current = useSyncExternalStore(subscribeToSync, syncState)
  if (current.state === 'on') return <SyncContext value={current.sync}>{children}</SyncContext>
  return (
    <Dialog title={title} onClose={onClose}>
      {isStorageAway(current) ? (
        <StorageAway isLate={current.state === 'opening'} />
      ) : (
        <Skeleton className="h-24 rounded-control" />
      )}
    </Dialog>
  )
}
