import { $reached, browserOnlineChanged, serverReached } from '../../core/connection/model.ts'
import { systemThemeChanged } from '../../core/preferences/model.ts'
import { currentScope } from '../../core/session/current-scope.ts'
import { emit } from '../../core/session/emit-in-scope.ts'

/** How often a server that did not answer is looked for again, in milliseconds. */
const PROBE_MS = 5_000

/** Hands what the browser notices to the running session. */
export function listenToBrowser(): void {
  addEventListener('online', () => emit(browserOnlineChanged, true))
  addEventListener('offline', () => emit(browserOnlineChanged, false))
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => emit(systemThemeChanged, undefined))
  setInterval(() => void lookForServer(), PROBE_MS)
}

/** Takes the offline notice away when the server answers again, whatever the screen does meanwhile. */
async function lookForServer(): Promise<void> {
  if (currentScope().getState($reached) !== false || document.visibilityState !== 'visible') return
  const init = { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) } as const
  const said: unknown = await fetch('/health', init)
    .then((answer) => answer.json())
    .catch(() => null)
  // A captive portal or proxy answers something else.
  if ((said as { status?: unknown } | null)?.status === 'ok') emit(serverReached, undefined)
}
