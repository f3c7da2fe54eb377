import { currentSync, subscribeToSync } from '../sync/sync.ts'
import type { Sync } from '../sync/sync.ts'
import { ReceiptBatcher } from './receipt-batcher.ts'
import { sayNow } from './socket.ts'

/** Tells the server what has arrived on this device, from now on, whoever is signed in. */
export function sendReceipts(): void {
  let followed: Sync | null = null
  const follow = () => {
    const sync = currentSync()
    if (sync === followed) return
    followed = sync
    // Each account has its own reports: one account never reports as another.
    const reports = new ReceiptBatcher((taken) => sync === currentSync() && sayNow('sync:taken', taken))
    sync?.onTaken((taken) => reports.add(taken))
  }
  subscribeToSync(follow)
  follow()
}
