import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'

/** The source of the engine's attempts. */
export type Attempts = { status: () => SyncStatus; subscribe: (listener: () => void) => () => void }

/** An attempt that is over sooner is shown for as long, so that it is seen. */
const SHOWN_MS = 700
/** A server that takes longer to answer is not waited for. */
const LIMIT_MS = 40_000

/** Asks for an attempt; resolves when the engine has made one, or has had time enough for it. */
export async function attempt(engine: Attempts, ask: () => Promise<void>): Promise<void> {
  const before = engine.status()
  const shown = new Promise<void>((resolve) => setTimeout(resolve, SHOWN_MS))
  const settled = Promise.withResolvers<void>()
  const look = () => isSettled(before, engine.status()) && settled.resolve()
  const unsubscribe = engine.subscribe(look)
  const limit = setTimeout(settled.resolve, LIMIT_MS)
  try {
    await ask()
    look()
    await settled.promise
    await shown
  } finally {
    clearTimeout(limit)
    unsubscribe()
  }
}

/** An attempt has ended with an answer, or with the time of the next one. */
function isSettled(before: SyncStatus, now: SyncStatus): boolean {
  if (now.state === 'needs-auth' || now.pending === 0 || now.lastSyncAt !== before.lastSyncAt) return true
  return now.nextAttemptAt !== null && now.nextAttemptAt !== before.nextAttemptAt
}
