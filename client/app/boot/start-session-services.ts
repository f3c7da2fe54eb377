import { countUnseen } from './count-unseen.ts'
import { keepPreferences } from '../flows/account/sync-preferences.ts'
import { followWithdrawals } from './follow-withdrawals.ts'
import { keepConnected } from '../../core/live/socket.ts'
import { keepSyncing } from '../../core/sync/sync.ts'
import { tellTaken } from '../../core/live/send-receipts.ts'

/** Keeps whoever is signed in synchronised and connected, from now on. */
export function keepRunning(): void {
  keepSyncing()
  keepConnected()
  tellTaken()
  keepPreferences()
  followWithdrawals()
  countUnseen()
}
