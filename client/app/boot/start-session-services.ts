import { sendReceipts } from '../../core/live/send-receipts.ts'
import { keepConnected } from '../../core/live/socket.ts'
import { keepSyncing } from '../../core/sync/sync.ts'
// In one go with what starts it.
import '../../core/sync/sync-engine.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { syncPreferences } from '../flows/account/sync-preferences.ts'
import { isSharingNoted } from '../flows/sharing/sharing-note.ts'
import { announceShows } from './announce-shows.ts'
import { countUnseen } from './count-unseen.ts'
import { followWithdrawals } from './follow-withdrawals.ts'
import { keepPush } from './keep-push.ts'

/** Keeps whoever is signed in synchronised and connected, from now on. `openPath` shows a page of the app. */
export function startSessionServices(openPath: (path: string) => void): void {
  keepSyncing()
  keepConnected()
  sendReceipts()
  syncPreferences()
  followWithdrawals()
  countUnseen()
  keepPush(openPath)
  announceShows(openPath)
  if (isSharingNoted()) {
    void importWithRetry(() => import('../flows/sharing/offer-shared-item.ts')).then(({ offerSharedItem }) =>
      offerSharedItem(openPath),
    )
  }
}
