import { lineBack } from '../../core/connection/model.ts'
import { whenIdle } from '../../core/page/wait-for-idle.ts'
import { currentScope, subscribeToScope } from '../../core/session/current-scope.ts'
import { $settings, loadSettingsFx } from '../../core/settings/model.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'

/**
 * Keeps the push subscription of this device right, from now on: with each session, with the settings of the server, and
 * when the connection is back. Has the page show the path of a notification that was pressed.
 */
export function keepPush(openPath: (path: string) => void): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers) return
  workers.addEventListener('message', ({ data }) => {
    const message = data as { type?: unknown; path?: unknown } | null
    if (message?.type === 'open-path' && typeof message.path === 'string') openPath(message.path)
  })
  const renew = oneAtATime(async () => (await loadPush()).renewPush())
  subscribeToScope(renew)
  lineBack.watch(renew)
  loadSettingsFx.done.watch(renew)
  if (currentScope().getState($settings)) renew()
  const close = () => {
    if (document.visibilityState === 'visible') void loadPush().then(({ closeNotifications }) => closeNotifications())
  }
  document.addEventListener('visibilitychange', close)
  close()
}

/** Nobody waits for it: it comes after what the first page needs. */
async function loadPush() {
  await whenIdle()
  return importWithRetry(() => import('../../core/push/push.ts'))
}

/** Calls of `work` that come during a run are one more run after it. A failed run waits for the next call. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false
  let isDue = false
  return function run(): void {
    isDue = true
    if (running) return
    running = true
    isDue = false
    void work()
      .catch((error: unknown) => console.warn('Push messages could not be renewed', error))
      .finally(() => {
        running = false
        if (isDue) run()
      })
  }
}
