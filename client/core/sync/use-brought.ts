import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConnectionError } from '../api/api.ts'
import type { Contents } from './list-availability.ts'

/** `invalid`: nothing has such an id. */
const gone = new Set<RefusalKind>(['not-found', 'forbidden', 'invalid'])

/** It is not known whether there is such a record. */
export type Failed = { state: 'failed'; error: unknown; onRetry: () => void }

/** The reason why a record is not on this device, as far as it is known. */
export type Lack = { state: 'loading' } | { state: 'missing'; isOffline: boolean } | Failed

/** An answer says nothing of a record that the device could not take yet. */
type Outcome = { answered: false; error: unknown } | { answered: true; couldHold: boolean }

type Options = {
  /** The device has no such record, and nobody begins it here. */
  isLacking: boolean
  isOffline: boolean
  contents: Contents
  /** Asks the server for the record and stores it. */
  bring: () => Promise<void>
}

/**
 * Asks the server for an own record that this device lacks, and tells why it did not come. One component asks for one record.
 */
export function useBrought({ isLacking, isOffline, contents, bring }: Options): Lack {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const couldHold = contents === 'here'
  const ask = useEffectEvent(bring)
  useEffect(() => {
    if (!isLacking) return
    let isCurrent = true
    const tell = (found: Outcome) => isCurrent && setOutcome(found)
    ask()
      // It is there now, or its space is not held.
      .then(() => setTimeout(() => tell({ answered: true, couldHold }), 1_000))
      .catch((error: unknown) => tell({ answered: false, error }))
    return () => {
      isCurrent = false
    }
    // A connection that is back is asked again, and a device that has all that is its own.
  }, [isLacking, isOffline, couldHold, attempt])
  const onRetry = () => {
    setOutcome(null)
    setAttempt(attempt + 1)
  }
  return lackOf(outcome, contents, onRetry)
}

/** A record is gone only where the server says so, or where a device that has all it may have could not take it. */
function lackOf(outcome: Outcome | null, contents: Contents, onRetry: () => void): Lack {
  if (!outcome) return { state: 'loading' }
  if (outcome.answered) {
    if (outcome.couldHold) return { state: 'missing', isOffline: false }
    return contents === 'away' ? { state: 'failed', error: null, onRetry } : { state: 'loading' }
  }
  const { error } = outcome
  if (error instanceof ConnectionError) return { state: 'missing', isOffline: true }
  const isGone = error instanceof Refusal && gone.has(error.kind)
  return isGone ? { state: 'missing', isOffline: false } : { state: 'failed', error, onRetry }
}
