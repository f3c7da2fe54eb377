import type { WorkloadName } from '../engines/list.ts'
import { worsening } from '../statistics.ts'
import type { Row } from './figures.ts'

/** Our ratios to the floor, by figure. */
export type Ratios = Record<string, number>

export function ratiosOf(rows: readonly Row[]): Ratios {
  const watched = rows.filter(({ isWatched }) => isWatched)
  return Object.fromEntries(
    watched.flatMap(({ id, values }) => {
      const ratio = values.ours?.ratio
      return ratio != null && Number.isFinite(ratio) ? [[id, Number(ratio.toFixed(3))] as const] : []
    }),
  )
}

export type Regression = { id: string; workload: WorkloadName; sentence: string }

/** Ratios that are worse than tolerated. */
export function regressions(rows: readonly Row[], stored: Ratios): Regression[] {
  const now = ratiosOf(rows)
  return rows.flatMap(({ id, title, workload, better, tolerance }) => {
    const [value, before] = [now[id], stored[id]]
    if (value === undefined || before === undefined) return []
    const worse = worsening({ value, stored: before }, better)
    if (worse <= tolerance) return []
    const sentence = `${title}: ${value} times the floor, stored are ${before} (${Math.round(worse * 100)} % worse)`
    return [{ id, workload, sentence }]
  })
}

/** A sentence for each measured ratio that is not stored and, of a whole run, each stored one that was not measured. */
export function unmatchedRatios(rows: readonly Row[], stored: Ratios, { isWhole }: { isWhole: boolean }): string[] {
  const now = ratiosOf(rows)
  const missing = Object.keys(now).filter((id) => stored[id] === undefined)
  const lost = isWhole ? Object.keys(stored).filter((id) => now[id] === undefined) : []
  return [
    ...missing.map((id) => `${id} has no stored ratio. Run: npm run bench -- peers --store`),
    ...lost.map((id) => `${id} is stored and was not measured. Run: npm run bench -- peers --store`),
  ]
}

export type Again = {
  /** How often a workload is measured at most, the first time included. */
  times: number
  measure: (workloads: ReadonlySet<WorkloadName>) => Promise<readonly Row[]>
}

/** Ratios that are worse in each measurement: noise of the machine makes a figure worse only for a while. */
export async function lastingRegressions(
  first: readonly Row[],
  stored: Ratios,
  { times, measure }: Again,
): Promise<Regression[]> {
  let worse = regressions(first, stored)
  for (let time = 2; time <= times && worse.length > 0; time += 1) {
    const again = regressions(await measure(new Set(worse.map(({ workload }) => workload))), stored)
    worse = again.filter(({ id }) => worse.some((before) => before.id === id))
  }
  return worse
}
