import * as v from 'valibot'
import { Participant } from './conversation.ts'
import { CreatorDetails } from './creator-details.ts'
import { Pause } from './pause.ts'

/** A creator as anyone may see one: the public card. */
export const Creator = v.object({
  ...Participant.entries,
  username: v.string(),
  bio: v.string(),
  cover: v.nullable(v.string()),
  /** ISO 3166-1 alpha-2. */
  country: v.nullable(v.string()),
  verified: v.boolean(),
  createdAt: v.string(),
  ...CreatorDetails,
  /** All pauses, the earliest first: the past ones, too, move the dates of subscriptions. Rows of before lack them. */
  pauses: v.optional(v.array(Pause)),
})

export type Creator = v.InferOutput<typeof Creator>
