import * as v from 'valibot'

/** Days that `GET /performer/statistics` covers, the current one included. */
export const STATISTICS_DAYS = 28

/** One day in UTC. `followers` at its end; `views` and `likes` that came in it, likes taken back subtracted, never below 0. */
export const StatisticsDay = v.object({
  /** YYYY-MM-DD. */
  day: v.string(),
  followers: v.number(),
  views: v.number(),
  likes: v.number(),
})

/** The statistics of the own page, the oldest day first; the last day is today, counted up to now. */
export const Statistics = v.object({ days: v.array(StatisticsDay) })

export type StatisticsDay = v.InferOutput<typeof StatisticsDay>
export type Statistics = v.InferOutput<typeof Statistics>
