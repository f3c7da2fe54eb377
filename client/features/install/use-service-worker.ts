import { useEffect, useState } from 'react'

/** Whether a service worker has what the app is made of, so that it opens without a line. */
export function useServiceWorker(): boolean {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const [isActive, setActive] = useState(() => Boolean(workers?.controller))
  useEffect(() => {
    void workers?.ready.then(() => setActive(true))
  }, [workers])
  return isActive
}
