import type { EngineName, WorkloadName } from '../engines/list.ts'
import { median, percentile } from '../statistics.ts'
import type { Measured } from '../workloads/workload.ts'

/** The measured figures, by workload, engine and figure. */
export type Samples = Partial<Record<WorkloadName, Measured>>

/** One line of the table. */
export type Figure = {
  id: string
  title: string
  workload: WorkloadName
  sample: string
  of: 'median' | 'p95' | 'largest'
  unit: string
  better: 'less' | 'more'
  /** The goal of the engine. */
  goal: string
  /** True when the ratio to the floor is stored and compared. */
  isWatched: boolean
  /** How much worse than stored the ratio may be, as a part of it. */
  tolerance: number
}

export type Value = { value: number; ratio: number | null }
export type Row = Figure & { values: Partial<Record<EngineName, Value>> }

const ms = { unit: 'ms', better: 'less', isWatched: true } as const

export const figures: readonly Figure[] = [
  figure('kept', '1. Kept after a kill, when acknowledged', {
    workload: 'kill',
    sample: 'kept',
    better: 'more',
    goal: 'all',
    isWatched: true,
    tolerance: 0,
  }),
  figure('tap-p50', '2. Tap to screen, acknowledged, p50', { workload: 'tap', sample: 'ms', ...ms, goal: '≤ 4 ms' }),
  figure('tap-p95', '2. Tap to screen, acknowledged, p95', {
    workload: 'tap',
    sample: 'ms',
    ...ms,
    of: 'p95',
    goal: '≤ 8 ms',
    isWatched: false,
  }),
  figure('cold-p50', '3. Cold start, 50,000 messages, p50', { workload: 'cold-start', sample: 'ms', ...ms, goal: '' }),
  figure('cold-p95', '3. Cold start, 50,000 messages, p95', {
    workload: 'cold-start',
    sample: 'ms',
    ...ms,
    of: 'p95',
    goal: '≤ 60 ms',
    isWatched: false,
  }),
  figure('cold-slowest', '3. Cold start, 50,000 messages, slowest', {
    workload: 'cold-start',
    sample: 'ms',
    ...ms,
    of: 'largest',
    goal: '',
    isWatched: false,
  }),
  figure('first', '4. Initial sync, first conversation', {
    workload: 'initial-sync',
    sample: 'first',
    ...ms,
    goal: '≤ 400 ms',
  }),
  figure('rows', '4. Initial sync of 20,000 rows', {
    workload: 'initial-sync',
    sample: 'rowsPerSecond',
    unit: 'rows/s',
    better: 'more',
    goal: '≥ 10,000 rows/s',
    isWatched: true,
  }),
  figure('longest', '4. Initial sync, longest task', {
    workload: 'initial-sync',
    sample: 'longestTask',
    ...ms,
    goal: '≤ 50 ms',
  }),
  figure('replay', '5. 1,000 queued, replayed', {
    workload: 'replay',
    sample: 'perSecond',
    unit: '/s',
    better: 'more',
    goal: '≥ 500/s',
    isWatched: true,
  }),
  figure('requests', '5. Requests for them', { workload: 'replay', sample: 'requests', goal: 'few', isWatched: true }),
  figure('rebase', '6. 1,000 pending over 1,000 changed', {
    workload: 'rebase',
    sample: 'ms',
    ...ms,
    goal: '≤ 100 ms',
  }),
  figure('notifications', '6. Notifications for it', {
    workload: 'rebase',
    sample: 'notifications',
    of: 'largest',
    goal: '1',
    isWatched: true,
  }),
  figure('size', '8. Beyond Dexie, gzip', { workload: 'size', sample: 'beyondDexie', unit: 'kB', goal: '≤ 12 kB' }),
  figure('size-all', '8. With Dexie, gzip', {
    workload: 'size',
    sample: 'all',
    unit: 'kB',
    goal: '',
    isWatched: true,
  }),
  figure('wire', '9. Reconnect after one message', {
    workload: 'reconnect',
    sample: 'bytes',
    unit: 'bytes',
    goal: '',
    isWatched: true,
  }),
]

/** The table: for each figure what each engine reached, and its ratio to the floor of the same run. */
export function rowsOf(samples: Samples, floor: EngineName): Row[] {
  return figures.map((figure) => {
    const measured = Object.entries(samples[figure.workload] ?? {}) as [EngineName, Record<string, number[]>][]
    const values = new Map(
      measured.flatMap(([engine, { [figure.sample]: all }]) => (all ? [[engine, valueOf(figure, all)] as const] : [])),
    )
    const least = values.get(floor)
    return {
      ...figure,
      values: Object.fromEntries(
        [...values].map(([engine, value]) => [engine, { value, ratio: least ? value / least : null }]),
      ),
    }
  })
}

function valueOf({ of }: Figure, samples: number[]): number {
  if (of === 'largest') return Math.max(...samples)
  return of === 'p95' ? percentile(samples, 95) : median(samples)
}

function figure(
  id: string,
  title: string,
  more: Partial<Figure> & Pick<Figure, 'workload' | 'sample' | 'goal'>,
): Figure {
  return { id, title, of: 'median', unit: '', better: 'less', isWatched: false, tolerance: 0.3, ...more }
}
