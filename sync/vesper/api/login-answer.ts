import * as v from 'valibot'
import { Profile } from '../records/profile.ts'

/** Answers `POST /auth/login`. `expiresAt` in ISO 8601. */
export const LoginAnswer = v.object({ token: v.string(), expiresAt: v.string(), user: Profile })

export type LoginAnswer = v.InferOutput<typeof LoginAnswer>
