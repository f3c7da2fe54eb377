import { Suspense, useState, useSyncExternalStore } from 'react'
import { isIos, isStandalone } from '../../core/page/is-standalone.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { hasInstallPrompt, subscribeToInstallPrompt, wasDismissed } from './install-prompt.ts'
import { useServiceWorker } from './use-service-worker.ts'

const InstallOffer = lazyWithRetry(async () => (await import('./install-offer.tsx')).InstallOffer)

/**
 * Offers to install the app, where that is possible, will keep its promise, and was not turned down in the last 30 days. An offer
 * that becomes possible while the page is read waits until the page is opened again: it would push down what is read.
 */
export function InstallCard() {
  const offered = useSyncExternalStore(subscribeToInstallPrompt, hasInstallPrompt)
  const opensOffline = useServiceWorker()
  const isPossible = opensOffline && (offered || isIos())
  const [isInTime] = useState(isPossible)
  const [dismissed, setDismissed] = useState(() => isStandalone() || wasDismissed(Date.now()))
  if (dismissed || !isPossible || !isInTime) return null
  return (
    <Suspense fallback={<div className="h-37 sm:h-22" />}>
      <InstallOffer onDismiss={() => setDismissed(true)} />
    </Suspense>
  )
}
