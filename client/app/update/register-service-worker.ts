// Else it comes with a thread, which every page would load to watch for updates.
import '../../core/page/unsaved-work.ts'
import { whenIdle, whenQuiet } from '../../core/page/wait-for-idle.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { updatedElsewhere, updateFound } from './model.ts'
import { watchOutdated } from './reload-when-outdated.ts'

/** Starts the service worker, where there is one: the built app in a browser that has them. Elsewhere the server's word tells of a new version. */
export async function registerServiceWorker(): Promise<void> {
  watchOutdated(() => emit(updateFound, undefined))
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await whenIdle()
    // The first worker loads the whole app: the page that is open comes first.
    if (!navigator.serviceWorker.controller) await whenQuiet()
    const { watchUpdates } = await importWithRetry(() => import('./watch-updates.ts'))
    await watchUpdates('/sw.js', {
      onFound: () => emit(updateFound, undefined),
      onAppliedElsewhere: () => emit(updatedElsewhere, undefined),
    })
  } catch (error) {
    console.warn('The service worker could not be registered', error)
  }
}
