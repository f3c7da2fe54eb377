import { setTimeout as delay } from 'node:timers/promises'
import type { NoticeKind } from '@vesper/sync/vesper/records/notification.ts'
import type { App } from '../../../app.ts'
import { countEvents } from './notify.ts'

/** Between two looks whether the events were delivered, in milliseconds. */
const LOOK_MS = 250
/** One event that cannot be delivered keeps nobody waiting for ever. */
const LOOKS_MAX = 40

/**
 * Resolves once no event of the kind waits, at the latest after ten seconds: whoever tells many people lets events of others go
 * first. Rejects when `signal` aborts.
 */
export async function untilDelivered(app: App, kind: NoticeKind, signal?: AbortSignal): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if ((await countEvents(app.orm.em.fork(), kind)) === 0) return
    await delay(LOOK_MS, undefined, { signal, ref: false })
  }
}
