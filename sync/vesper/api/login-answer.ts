import * as v from 'valibot'
import { Profile } from '../records/profile.ts'

/** Answers `POST /auth/login`. `expiresAt` in ISO 8601. `notice`: a sentence for the user, which keeps nobody out. */
export const LoginAnswer = v.object({
  token: v.string(),
  expiresAt: v.string(),
  user: Profile,
  notice: v.optional(v.string()),
})

export type LoginAnswer = v.InferOutput<typeof LoginAnswer>
