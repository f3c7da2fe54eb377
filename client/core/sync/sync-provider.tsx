import { useLingui } from '@lingui/react/macro'
import { createContext, useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { demandEngine } from './engine-demand.ts'
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

type WithSyncProps = {
  fallback: ReactNode
  /** True for a part that may come after the page: it does not hurry the engine. */
  canWait?: boolean
  children: ReactNode
}

/**
 * Shows `children` once the engine runs, until then `fallback`. Where the storage does not open, the first of them on the page
 * that has a fallback says so, and the others show nothing.
 */
export function WithSync({ fallback, canWait = false, children }: WithSyncProps) {
  const current = useSyncExternalStore(subscribeToSync, syncState)
  useEffect(() => {
    if (!canWait) demandEngine()
  }, [canWait])
  if (current.state === 'on') return <SyncContext value={current.sync}>{children}</SyncContext>
  return isStorageAway(current) && fallback ? <StorageAwayOnce isLate={current.state === 'opening'} /> : fallback
}

/** The parts of the page that wait for the storage, in their order. */
const waiting = new Set<symbol>()
const listeners = new Set<() => void>()

function StorageAwayOnce({ isLate }: { isLate: boolean }) {
  const [part] = useState(() => Symbol('part of the page'))
  useLayoutEffect(() => {
    waiting.add(part)
    for (const listener of listeners) listener()
    return () => {
      waiting.delete(part)
      for (const listener of listeners) listener()
    }
  }, [part])
  const first = useSyncExternalStore(subscribeToWaiting, firstWaiting)
  return first === part && <StorageAway isLate={isLate} />
}

function subscribeToWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function firstWaiting(): symbol | undefined {
  return waiting.values().next().value
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
