import * as v from 'valibot'
import { POLL_OPTIONS_MAX } from '../records/post.ts'
import { Vote } from '../records/vote.ts'

/** Places in the options of a poll, each once, in ascending order. */
export const VoteOptions = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(POLL_OPTIONS_MAX - 1))),
  v.minLength(1, 'Choose an option.'),
  v.maxLength(POLL_OPTIONS_MAX, 'A poll has at most 10 options.'),
  v.transform((options) => [...new Set(options)].sort((a, b) => a - b)),
)

/** `POST /user/feeds/vote/{id}`. */
export const VoteBody = v.object({ options: VoteOptions })

/** The vote that stands, and the counts with it. */
export const VoteState = v.object({
  options: Vote.entries.options,
  counts: v.array(v.number()),
  voters: v.number(),
})
