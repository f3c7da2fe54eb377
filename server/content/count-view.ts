import { setTimeout as delay } from 'node:timers/promises'
import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import type { App } from '../app.ts'
import { appState } from '../infra/app-state.ts'
import { transact } from '../infra/database/transaction.ts'

const HOUR_MS = 3_600_000
const FLUSH_MS = 10_000
/** Views of one hour that a process tells apart; beyond, it counts no more in that hour. */
const SEEN_MAX = 500_000

type Waiting = { objectId: string; day: string; source: ViewSource; views: number; looks: number }
type Counting = {
  hour: number
  /** Where each viewer has seen each thing. */
  seen: Map<string, ViewSource>
  waiting: Map<string, Waiting>
  flushing: Promise<void> | null
}

const countingOf = appState((): Counting => ({ hour: 0, seen: new Map(), waiting: new Map(), flushing: null }))

/** `viewer` is an account, or the address of a caller without one; `isLocked`: the thing is locked at a price for it. */
type View = { viewer: string; source?: ViewSource | undefined; isLocked?: boolean }

/**
 * Counts that somebody looks at a thing: once for each viewer, thing and hour. A source that becomes known within the hour
 * takes the place of `other`. A view of a locked thing counts apart, for its day alone. The database learns of it within
 * ten seconds. A crash loses the views of these seconds.
 */
export function countView(app: App, objectId: string, { viewer, source = 'other', isLocked = false }: View): void {
  const state = countingOf(app)
  const now = app.clock()
  const hour = Math.floor(now.getTime() / HOUR_MS)
  if (state.hour !== hour) {
    state.hour = hour
    state.seen.clear()
  }
  const key = `${viewer} ${objectId}${isLocked ? ' locked' : ''}`
  const known = state.seen.get(key)
  if (known !== undefined && (known !== 'other' || source === 'other')) return
  if (known === undefined && state.seen.size >= SEEN_MAX) return
  state.seen.set(key, source)
  const add = (to: ViewSource, by: number) => {
    const place = { objectId, day: now.toISOString().slice(0, 10), source: to }
    const name = Object.values(place).join(' ')
    const { views, looks } = state.waiting.get(name) ?? { views: 0, looks: 0 }
    state.waiting.set(name, { ...place, views: views + (isLocked ? 0 : by), looks: looks + (isLocked ? by : 0) })
  }
  add(source, 1)
  if (known !== undefined) add(known, -1)
  state.flushing ??= flushLater(app, state)
}

/** Writes the views that wait; a server that stops does so before it closes its database. */
export async function flushViews(app: App): Promise<void> {
  const { waiting } = countingOf(app)
  if (waiting.size === 0) return
  // In one order: two servers that count the same things wait for each other, and never in a circle.
  const days = [...waiting.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
  waiting.clear()
  const totals = Map.groupBy(days, ({ objectId }) => objectId)
  const views = [...totals].flatMap(([id, parts]) => {
    const count = parts.reduce((sum, part) => sum + part.views, 0)
    return count === 0 ? [] : [{ id, count }]
  })
  await transact(app, null, async ({ em }) => {
    if (views.length > 0) {
      await em.execute(TOTALS, [arrayOf(views.map(({ id }) => id)), arrayOf(views.map(({ count }) => count))])
    }
    const columns = (['objectId', 'day', 'source', 'views', 'looks'] as const).map((column) =>
      arrayOf(days.map((day) => day[column])),
    )
    await em.execute(DAYS, columns)
  })
}

const TOTALS = `insert into content_total (object_id, views)
  select object_id, views from unnest(?::uuid[], ?::int[]) with ordinality as v(object_id, views, place) order by place
  on conflict (object_id) do update set views = content_total.views + excluded.views`

const DAYS = `insert into view_day (object_id, day, source, views, looks)
  select object_id, day, source, views, looks
  from unnest(?::uuid[], ?::date[], ?::text[], ?::int[], ?::int[]) with ordinality
    as v(object_id, day, source, views, looks, place)
  where views <> 0 or looks <> 0 order by place
  on conflict (object_id, day, source)
  do update set views = view_day.views + excluded.views, looks = view_day.looks + excluded.looks`

function arrayOf(values: readonly (string | number)[]): string {
  return `{${values.join()}}`
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
