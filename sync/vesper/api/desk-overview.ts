import * as v from 'valibot'

export const overviewFigures = [
  ...(['signUps', 'active', 'sales', 'takings', 'refunds', 'disputes', 'openCases', 'storage', 'queueAge'] as const),
  'unsentMails',
] as const
export type OverviewFigure = (typeof overviewFigures)[number]

/** `money`: in 1/10,000 of the currency. */
export const overviewUnits = ['count', 'money', 'bytes', 'seconds'] as const

/**
 * `GET /desk/overview`: 28 days in UTC, the last one today. Each figure has a value for each day; null where none was noted.
 * Staff get the figures that their parts allow. `updatedAt` is null before the first count.
 */
export const DeskOverview = v.object({
  currency: v.string(),
  updatedAt: v.nullable(v.string()),
  days: v.array(v.string()),
  figures: v.array(
    v.object({
      key: v.picklist(overviewFigures),
      unit: v.picklist(overviewUnits),
      values: v.array(v.nullable(v.number())),
    }),
  ),
})
export type DeskOverview = v.InferOutput<typeof DeskOverview>
