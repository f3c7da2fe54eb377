import { useLingui } from '@lingui/react/macro'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { subscribeToSync, syncState } from './sync.ts'
import type { Sync } from './sync.ts'
import { ErrorState } from './ui/error-state.tsx'

export type { Sync }

const SyncContext = createContext<Sync | null>(null)

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
  const isFailing = current.state === 'failed' || (current.state === 'opening' && current.isLate)
  return isFailing && fallback !== null ? <StorageFailed /> : fallback
}

function StorageFailed() {
  const { t } = useLingui()
  return (
    <ErrorState
      title={t`The storage of this browser does not open`}
      message={t`Close other tabs of Vesper and load the page again. Nothing that is unsent is lost.`}
      onRetry={() => location.reload()}
    />
  )
}
