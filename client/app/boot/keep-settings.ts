import { allSettled } from 'effector'
import { lineBack } from '../../core/connection/model.ts'
import { currentScope } from '../../core/session/current-scope.ts'
import { $settings, loadSettingsFx } from '../../core/settings/model.ts'

/** How often a device in view asks whether the maintenance of the site is over, in milliseconds. */
const ASK_MS = 30_000

/**
 * Reads the settings of the site: now; where that fails, when the connection is back; and now and then while the site is
 * under maintenance.
 */
export function keepSettings(): void {
  let isRead = false
  let isReading = false

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    let scope
    do {
      // A login meanwhile has begun another scope, which the answer does not reach.
      scope = currentScope()
      isRead = (await allSettled(loadSettingsFx, { scope })).status === 'done'
    } while (isRead && scope !== currentScope())
    isReading = false
  }

  lineBack.watch(() => !isRead && void read())
  setInterval(() => {
    const isClosed = currentScope().getState($settings)?.maintenance === true
    if (isClosed && document.visibilityState === 'visible') void read()
  }, ASK_MS)
  void read()
}
