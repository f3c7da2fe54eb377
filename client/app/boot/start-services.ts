import { whenIdle } from '../../core/page/wait-for-idle.ts'
import { engineDemanded } from '../../core/sync/engine-demand.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'

type Rules = { needsEngine?: boolean | undefined }

/** The first page has the line for itself for so many milliseconds at most. */
const LONGEST_MS = 3_000

/**
 * Loads and starts the engine and the other services of a session. They come at once where a worker holds their files, with
 * a page that shows rows of the device, and with the first touch or key; else after the first page.
 */
export async function startServices(openPath: (path: string) => void): Promise<void> {
  if (!holdsFiles()) await Promise.race([engineDemanded, firstTouch(), afterFirstPage()])
  const { startSessionServices } = await importWithRetry(() => import('./start-session-services.ts'))
  startSessionServices(openPath)
}

/** Fetches the files of the services early where the page cannot do without them. A failed fetch is repeated later. */
export async function preloadServices(pages: readonly (Rules | undefined)[]): Promise<void> {
  if (holdsFiles() || pages.some((rules) => rules?.needsEngine)) await import('./start-session-services.ts')
}

/** The worker answers with files of its own, so that the page and the engine do not compete for the line. */
function holdsFiles(): boolean {
  return Boolean((navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller)
}

/** Resolves when the first page and its first pictures are there, and it has nothing more urgent to do. */
async function afterFirstPage(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true })
      setTimeout(resolve, LONGEST_MS)
    })
  }
  await whenIdle()
}

function firstTouch(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, resolve, { capture: true, once: true })
  })
}
