import type { Transport } from '@vesper/sync/engine/ports.ts'
import { APP_OUTDATED } from './app-outdated.ts'

/** Not more often than this, in milliseconds. */
const LOOK_MS = 60_000

/**
 * Told that its protocol is too old for the server, the app looks for its next version, and offers it. An app that is newer than
 * the server gets another answer, and waits.
 */
export function lookingForUpdates(transport: Transport): Transport {
  let looked = -Infinity
  return async (...request) => {
    const answer = await transport(...request)
    if (answer.status === 409 && performance.now() - looked > LOOK_MS) {
      looked = performance.now()
      void look().catch(() => {})
    }
    return answer
  }
}

async function look(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) await registration.update()
  else dispatchEvent(new Event(APP_OUTDATED))
}
