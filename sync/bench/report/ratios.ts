import { worsening } from '../statistics.ts'
import type { Row } from './figures.ts'

/** Our ratios to the floor, by figure. */
export type Ratios = Record<string, number>

/** A part of the stored ratio. */
export const TOLERANCE = 0.15

export function ratiosOf(rows: readonly Row[]): Ratios {
  const watched = rows.filter(({ isWatched }) => isWatched)
  return Object.fromEntries(
    watched.flatMap(({ id, values }) => {
      const ratio = values.ours?.ratio
      return ratio != null && Number.isFinite(ratio) ? [[id, Number(ratio.toFixed(3))] as const] : []
    }),
  )
}

/** A sentence for each ratio that has become worse than is tolerated. */
export function regressions(rows: readonly Row[], stored: Ratios): string[] {
  const now = ratiosOf(rows)
  return rows.flatMap(({ id, title, better }) => {
    const [value, before] = [now[id], stored[id]]
    if (value === undefined || before === undefined) return []
    const worse = worsening({ value, stored: before }, better)
    if (worse <= TOLERANCE) return []
    return [`${title}: ${value} times the floor, stored are ${before} (${Math.round(worse * 100)} % worse)`]
  })
}
