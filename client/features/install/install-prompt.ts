import { readStoredValue, store } from '../../core/storage/stored-values.ts'

/** The browser's own offer to install, which it makes once and which we keep for a better moment. */
type InstallEvent = Event & { prompt: () => Promise<void>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> }

const DISMISSED_KEY = 'vesper-install-dismissed'
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000

let kept: InstallEvent | null = null
const listeners = new Set<() => void>()

/** Called before anything else: the event comes early, and once. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallEvent)
  })
  addEventListener('appinstalled', () => set(null))
}

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function hasInstallPrompt(): boolean {
  return kept !== null
}

/** Shows the browser's question; resolves to whether the person said yes. */
export async function askToInstall(): Promise<boolean> {
  const event = kept
  if (!event) return false
  set(null)
  await event.prompt()
  return (await event.userChoice).outcome === 'accepted'
}

export function wasDismissed(now: number): boolean {
  const dismissedAt = readStoredValue(DISMISSED_KEY)
  // A dismissal far ahead was noted by a wrong clock.
  // Without storage the offer would come at every start.
  return dismissedAt === undefined || Math.abs(now - Number(dismissedAt ?? 0)) < REMEMBERED_MS
}

export function rememberDismissal(now: number): void {
  store(DISMISSED_KEY, String(now))
}

function set(event: InstallEvent | null): void {
  kept = event
  for (const listener of listeners) listener()
}
