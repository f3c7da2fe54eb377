import { isInUse, reloadOnce } from './reload-once.ts'

const HOUR_MS = 60 * 60 * 1000
/** Not more often than this, however often the app comes to the front. */
const PAUSE_MS = 60_000

type Listeners = { onFound: () => void; onAppliedElsewhere: () => void }

/**
 * Registers the service worker and watches for its successors. A page may be controlled from the start, taken over later
 * (a first visit), or one of several: in each case a new version is reported once it waits, and a version that another
 * tab has let in is loaded here, or is asked about while somebody types or a file is in hand. A first installation that breaks off is begun anew.
 */
export async function watchUpdates(url: string, listeners: Listeners): Promise<void> {
  const workers = navigator.serviceWorker
  let controlled = Boolean(workers.controller)
  workers.addEventListener('controllerchange', () => {
    // The first worker of all takes over a page that it did not load: nothing has changed for the page.
    if (!controlled) controlled = true
    else if (isInUse()) listeners.onAppliedElsewhere()
    else reloadOnce()
  })
  let registration: ServiceWorkerRegistration | undefined
  const register = async () => {
    const made = await workers.register(url, { updateViaCache: 'none' })
    if (made !== registration) follow(made, listeners)
    registration = made
  }
  // To register a worker that is still being installed changes nothing. No line, or no room: the next check comes.
  const check = () => void (registration?.active ? update(url, registration) : register()).catch(() => {})
  checkFromTimeToTime(check)
  addEventListener('online', () => registration?.active ?? check())
  await register()
}

function follow(registration: ServiceWorkerRegistration, { onFound }: Listeners): void {
  if (registration.waiting && registration.active) onFound()
  const followNext = () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && registration.active) onFound()
    })
  }
  // The browser looks for a new version at every navigation, and may have found it before this page is listening.
  followNext()
  registration.addEventListener('updatefound', followNext)
}

function checkFromTimeToTime(check: () => void): void {
  let last = Date.now()
  const checkIfDue = () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < PAUSE_MS) return
    last = Date.now()
    check()
  }
  setInterval(checkIfDue, HOUR_MS)
  addEventListener('pageshow', checkIfDue)
  addEventListener('focus', checkIfDue)
  document.addEventListener('visibilitychange', checkIfDue)
}

/** Only a worker that is really there is asked for: an error page in its place would unregister nothing but cost a try. */
async function update(url: string, registration: ServiceWorkerRegistration): Promise<void> {
  const answer = await fetch(url, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } })
  if (answer.ok) await registration.update()
}
