import { figureKinds, figureRanges, figureSorts } from '@vesper/sync/vesper/api/statistics.ts'
import type { FigureKind, FigureRange, ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'

export type FigureSort = (typeof figureSorts)[number]

/** The choices of the page, as its address has them. */
export type FigureSearch = {
  kind?: FigureKind | undefined
  range?: FigureRange | undefined
  sortBy?: FigureSort | undefined
  sort?: 'asc' | 'desc' | undefined
}

export const counts = ['views', 'likes', 'comments', 'sales', 'tokens'] as const satisfies (keyof ThingFigures)[]

/** The choices in an address; those that the page does not know are left out. */
export function readFigureSearch({
  kind,
  range,
  sortBy,
  sort,
}: { [Field in keyof FigureSearch]: unknown }): FigureSearch {
  return {
    kind: choice(figureKinds, kind),
    // The router reads a number in the address as one.
    range: choice(figureRanges, typeof range === 'number' ? String(range) : range),
    sortBy: choice(figureSorts, sortBy),
    sort: choice(['asc', 'desc'] as const, sort),
  }
}

function choice<Value extends string>(choices: readonly Value[], value: unknown): Value | undefined {
  return choices.find((one) => one === value)
}
