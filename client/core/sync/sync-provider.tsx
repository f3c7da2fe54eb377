import { useLingui } from '@lingui/react/macro'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { isStorageAway, subscribeToSync, syncState } from './sync.ts'
import type { Sync } from './sync.ts'

export type { Sync }

export const SyncContext = createContext<Sync | null>(null)

/** The engine of the account that is signed in. Only within a `WithSync`, which waits until there is one. */
export function useSync(): Sync {
  const sync = useContext(SyncContext)
  if (!sync) throw new Error('useSync is called outside of WithSync')
  return sync
}

/** Shows `children` once the engine runs, until then `fallback`, and that the storage does not open where it does not. */
export function WithSync({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const current = useSyncExternalStore(subscribeToSync, syncState)
  if (current.state === 'on') return <SyncContext value={current.sync}>{children}</SyncContext>
  return isStorageAway(current) && fallback ? <StorageAway isLate={current.state === 'opening'} /> : fallback
}

/** Says that the storage does not open, and what to do about it: another tab may hold it, or it is damaged. */
export function StorageAway({ isLate }: { isLate: boolean }) {
  const { t } = useLingui()
  return (
    <ErrorState
      title={t`The storage of this browser does not open`}
      message={
        isLate
          ? `${t`This can take longer than usual. Vesper keeps trying.`} ${t`Close other tabs of Vesper and load the page again. Nothing that is unsent is lost.`}`
          : t`Load the page again. If that does not help, restart the browser. Nothing that is unsent is lost.`
      }
      onRetry={() => location.reload()}
    />
  )
}
