import * as v from 'valibot'
import { calendarDate } from './fields.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 366

const day = calendarDate('Use a day such as 2026-01-31')

/** `GET /desk/transparency`: days in UTC; `to` is the first one that does not belong to the report any more. */
export const TransparencyQuery = v.pipe(
  v.object({ from: day, to: day }),
  v.check(({ from, to }) => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
    return days >= 1 && days <= DAYS_MAX
  }, 'A report covers 1 to 366 days.'),
)

/**
 * Figures of a report on moderation, as the Digital Services Act asks for them. `category` is a statement category of the
 * Commission's transparency database; `TOTAL` stands for all of them together.
 */
export const TransparencyReport = v.object({
  from: v.string(),
  to: v.string(),
  rows: v.array(
    v.object({
      part: v.picklist(['notices', 'measures', 'complaints']),
      indicator: v.string(),
      category: v.string(),
      value: v.number(),
    }),
  ),
})
export type TransparencyReport = v.InferOutput<typeof TransparencyReport>
