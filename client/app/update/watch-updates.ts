import { Workbox } from 'workbox-window'
import { followShell, renewShell } from './follow-shell.ts'
import { isInUse, reloadOnce } from './reload-once.ts'

const HOUR_MS = 60 * 60 * 1000
/** Not more often than this, however often the app comes to the front. */
const PAUSE_MS = 60_000

type Listeners = { onFound: () => void; onAppliedElsewhere: () => void }

/** The last worker that was reported, which several events tell of. */
let reported: ServiceWorker | undefined

/**
 * Registers the service worker and watches for its successors. A page may be controlled from the start, taken over later
 * (a first visit), or one of several: in each case a new version is reported once it waits, and a version that another
 * tab has let in is loaded here, or is asked about while somebody types or a file is in hand. A first installation that
 * breaks off is begun again.
 */
export async function watchUpdates(url: string, { onFound, onAppliedElsewhere }: Listeners): Promise<void> {
  followOtherTabs(onAppliedElsewhere)
  followShell()
  let workbox: Workbox | undefined
  let registration: ServiceWorkerRegistration | undefined
  const report = (worker: ServiceWorker | null | undefined) => {
    // The first worker of all is no update.
    if (!worker || worker === reported || !registration?.active) return
    reported = worker
    onFound()
  }
  const register = async () => {
    // An instance registers once, and stops listening at the second version that it finds.
    workbox = new Workbox(url, { updateViaCache: 'none' })
    workbox.addEventListener('installed', ({ sw, isExternal }) => {
      report(sw)
      if (isExternal) void register().catch(() => {})
    })
    registration = await workbox.register({ immediate: true })
    report(registration?.waiting)
    followInstalling(registration?.installing, report)
  }
  // To register a worker that is still being installed changes nothing. No connection, or no room: the next check comes.
  const check = () => {
    renewShell()
    void (registration?.active ? update(url, workbox) : register()).catch(() => {})
  }
  checkFromTimeToTime(check)
  addEventListener('online', () => registration?.active ?? check())
  await register()
}

/** Workbox calls a worker external by its own rules. Ours: the first worker takes over a page that it did not load. */
function followOtherTabs(onAppliedElsewhere: () => void): void {
  const workers = navigator.serviceWorker
  let controlled = Boolean(workers.controller)
  workers.addEventListener('controllerchange', () => {
    if (!controlled) controlled = true
    else if (isInUse()) onAppliedElsewhere()
    else reloadOnce()
  })
}

/** The browser looks for a new version at every navigation, and may have found it before Workbox listens. */
function followInstalling(worker: ServiceWorker | null | undefined, report: (worker: ServiceWorker) => void): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed') report(worker)
  })
}

/** A clock that was set back by more than the pause counts as a pause: `last` would else lie ahead for long. */
function checkFromTimeToTime(check: () => void): void {
  let last = Date.now()
  const checkIfDue = () => {
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - last) < PAUSE_MS) return
    last = Date.now()
    check()
  }
  setInterval(checkIfDue, HOUR_MS)
  addEventListener('pageshow', checkIfDue)
  addEventListener('focus', checkIfDue)
  document.addEventListener('visibilitychange', checkIfDue)
}

/** Only a worker that is really there is asked for: an error page in its place would unregister nothing but cost a try. */
async function update(url: string, workbox: Workbox | undefined): Promise<void> {
  const answer = await fetch(url, { cache: 'no-store', headers: { 'cache-control': 'no-cache' } })
  if (answer.ok) await workbox?.update()
}
