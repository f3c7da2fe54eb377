import { reloadOnce, whenFree } from './reload-once.ts'

/** A worker that still waits is asked again after so long. */
const ASK_MS = 1_000
/** After so many times the user is told of the wait: another tab holds it up, or the browser itself. */
const TRIES = 30
/** `controllerchange` does not come reliably on iOS: so long after the worker was let in, the page is loaded anew without it. */
const FALLBACK_MS = 4_000

/**
 * Lets the waiting worker in, once what is in hand here is kept: until then the page needs the files of its own version. It is
 * loaded anew as soon as that worker has taken over, and not before: Chromium loses a page that is asked for in the moment in
 * which the workers change. It also forgets that it was asked when a call wakes the old worker just then, so it is asked again,
 * for as long as it waits. `onStuck` is called once, after thirty times.
 */
export async function applyUpdate(
  onStuck: () => void = () => {},
  workers: ServiceWorkerContainer | undefined = navigator.serviceWorker,
): Promise<void> {
  await whenFree()
  if (!workers) return reloadOnce()
  workers.addEventListener('controllerchange', () => reloadOnce(), { once: true })
  const waiting = async () => (await workers.getRegistration())?.waiting
  let worker = await waiting()
  if (!worker) return reloadOnce()
  for (let tries = 1; worker; tries += 1) {
    worker.postMessage({ type: 'skip-waiting' })
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
    worker = await waiting()
    if (worker && tries === TRIES) onStuck()
  }
  setTimeout(() => reloadOnce(), FALLBACK_MS)
}
