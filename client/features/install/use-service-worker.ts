import { useEffect, useState } from 'react'

/** True when a service worker has cached the app, so that it opens offline. */
export function useServiceWorker(): boolean {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const [isActive, setActive] = useState(() => Boolean(workers?.controller))
  useEffect(() => {
    void workers?.ready.then(() => setActive(true))
  }, [workers])
  return isActive
}
