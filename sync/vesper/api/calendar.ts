import * as v from 'valibot'
import { Broadcast } from '../records/broadcast.ts'
import { Post } from '../records/post.ts'
import { moment } from './fields.ts'

/** Days that one answer of `GET /performer/calendar` covers at most, of 24 hours each. */
export const CALENDAR_DAYS_MAX = 62
/** Posts, and messages to many, that one answer has at most. */
export const CALENDAR_ROWS_MAX = 1000
/** Characters of a text in an answer. */
export const CALENDAR_TEXT_MAX = 200

const DAY_MS = 86_400_000
const time = moment('Use a time such as 2026-11-26T09:00:00.000Z')

/** `from` is part of the range, and `to` is not. */
export const CalendarQuery = v.pipe(
  v.object({ from: time, to: time }),
  v.check(({ from }) => Date.parse(from) >= 0, 'Use a from after 1970'),
  v.check(({ from, to }) => Date.parse(from) < Date.parse(to), 'Use a from that is before to'),
  v.check(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= CALENDAR_DAYS_MAX * DAY_MS,
    `Use a range of at most ${CALENDAR_DAYS_MAX} days`,
  ),
)

/** A post that has a time in the range: it goes out, came out or ends then. */
export const CalendarPost = v.object({
  ...v.pick(Post, ['_id', 'status', 'scheduledAt', 'publishedAt', 'expiresAt']).entries,
  /** Its beginning. */
  text: v.string(),
})

/** A message to many that goes out in the range, has done so, or is a draft with such a time. */
export const CalendarMessage = v.object({
  ...v.pick(Broadcast, ['_id', 'state', 'sendAt', 'goesAt']).entries,
  text: v.string(),
})

/** `isWhole`: the range has no more than these. */
export const Calendar = v.object({
  posts: v.array(CalendarPost),
  messages: v.array(CalendarMessage),
  isWhole: v.boolean(),
})

export type CalendarPost = v.InferOutput<typeof CalendarPost>
export type CalendarMessage = v.InferOutput<typeof CalendarMessage>
export type Calendar = v.InferOutput<typeof Calendar>
