import type { FigureKind, FigureRange, figureSorts, ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'

export type FigureSort = (typeof figureSorts)[number]

/** The choices of the page, as its address has them. */
export type FigureSearch = {
  kind?: FigureKind | undefined
  range?: FigureRange | undefined
  sortBy?: FigureSort | undefined
  sort?: 'asc' | 'desc' | undefined
}

export const counts = ['views', 'likes', 'comments', 'sales', 'tokens'] as const satisfies (keyof ThingFigures)[]
