import * as v from 'valibot'
import { Participant } from './conversation.ts'
import { CreatorDetails } from './creator-details.ts'

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
})

export type Creator = v.InferOutput<typeof Creator>
