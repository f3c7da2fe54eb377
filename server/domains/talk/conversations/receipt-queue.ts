import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { recordDelivery } from './record-delivery.ts'

type Taken = ReadonlyMap<string, number>
/** The receipts of an account that wait while earlier ones are written, and the promise of all. */
type UnderWay = { next: Map<string, number>; done: Promise<void> }

const underWayOf = appState(() => new Map<string, UnderWay>())

/**
 * Has it noted what a device of `userId` says to hold, while nobody waits for it: not even a locked row delays
 * an answer. An account has one such work at a time; what it says meanwhile is noted together.
 */
export function queueReceipt(app: App, userId: string, taken: Taken): void {
  if (taken.size === 0) return
  const all = underWayOf(app)
  const underWay = all.get(userId) ?? { next: new Map<string, number>(), done: Promise.resolve() }
  for (const [id, version] of taken) underWay.next.set(id, Math.max(version, underWay.next.get(id) ?? 0))
  if (all.has(userId)) return
  all.set(userId, underWay)
  underWay.done = noteAll(app, userId, underWay)
}

/** Resolves when all receipts are noted that were taken so far. */
export async function receiptsSettled(app: App): Promise<void> {
  await Promise.all([...underWayOf(app).values()].map(({ done }) => done))
}

async function noteAll(app: App, userId: string, underWay: UnderWay): Promise<void> {
  while (underWay.next.size > 0) {
    const taken = underWay.next
    underWay.next = new Map()
    await recordDelivery(app, userId, taken)
  }
  underWayOf(app).delete(userId)
}
