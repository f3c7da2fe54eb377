import { keepPreferences } from './account-preferences.ts'
import { keepConnected } from './socket.ts'
import { keepSyncing } from './sync.ts'
import { tellTaken } from './tell-taken.ts'

/** Keeps whoever is signed in synchronised and connected, from now on. */
export function keepRunning(): void {
  keepSyncing()
  keepConnected()
  tellTaken()
  keepPreferences()
}
