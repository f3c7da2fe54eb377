import { reloadOnce, whenFree } from './reload-once.ts'

/** `controllerchange` does not come reliably on iOS: after this long the page is loaded anew without it. */
const FALLBACK_MS = 4_000

/**
 * Lets the waiting worker in, once what is in hand here is kept: until then the page needs the files of its own version. It is
 * loaded anew as soon as that worker has taken over.
 */
export async function applyUpdate(workers: ServiceWorkerContainer = navigator.serviceWorker): Promise<void> {
  await whenFree()
  workers.addEventListener('controllerchange', () => reloadOnce(), { once: true })
  setTimeout(() => reloadOnce(), FALLBACK_MS)
  const registration = await workers.getRegistration()
  if (!registration?.waiting) return reloadOnce()
  registration.waiting.postMessage({ type: 'skip-waiting' })
}
