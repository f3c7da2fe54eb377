import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../app.ts'
import { appState } from '../infra/app-state.ts'
import { transact } from '../infra/database/transaction.ts'

const HOUR_MS = 3_600_000
const FLUSH_MS = 10_000
/** Views of one hour that a process tells apart; beyond, it counts no more in that hour. */
const SEEN_MAX = 500_000

type Counting = { hour: number; seen: Set<string>; waiting: Map<string, number>; flushing: Promise<void> | null }

const countingOf = appState((): Counting => ({ hour: 0, seen: new Set(), waiting: new Map(), flushing: null }))

/**
 * Counts that somebody looks at a thing: once for each viewer, thing and hour. `viewer` is an account, or the address of a
 * caller without one. The database learns of it within ten seconds. A crash loses the views of these seconds.
 */
export function countView(app: App, objectId: string, viewer: string): void {
  const state = countingOf(app)
  const hour = Math.floor(app.clock().getTime() / HOUR_MS)
  if (state.hour !== hour) {
    state.hour = hour
    state.seen.clear()
  }
  const key = `${viewer} ${objectId}`
  if (state.seen.has(key) || state.seen.size >= SEEN_MAX) return
  state.seen.add(key)
  state.waiting.set(objectId, (state.waiting.get(objectId) ?? 0) + 1)
  state.flushing ??= flushLater(app, state)
}

/** Writes the views that wait; a server that stops does so before it closes its database. */
export async function flushViews(app: App): Promise<void> {
  const { waiting } = countingOf(app)
  if (waiting.size === 0) return
  // In one order: two servers that count the same things wait for each other, and never in a circle.
  const views = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1))
  waiting.clear()
  await transact(app, null, ({ em }) =>
    em.execute(
      `insert into content_total (object_id, views)
       select object_id, views from unnest(?::uuid[], ?::int[]) with ordinality as v(object_id, views, place) order by place
       on conflict (object_id) do update set views = content_total.views + excluded.views`,
      [`{${views.map(([id]) => id).join()}}`, `{${views.map(([, count]) => count).join()}}`],
    ),
  )
}

async function flushLater(app: App, state: Counting): Promise<void> {
  await delay(FLUSH_MS, undefined, { ref: false })
  state.flushing = null
  try {
    await flushViews(app)
  } catch (error) {
    app.log.error({ err: error }, 'views could not be counted')
  }
}
