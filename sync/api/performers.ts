import * as v from 'valibot'
import { Profile } from '../records/profile.ts'
import { listOf, listQuery } from './fields.ts'
import { UserView } from './users.ts'

/** A creator as anyone may see one. */
export const PerformerView = v.object({
  ...UserView.entries,
  username: v.string(),
  cover: v.nullable(v.string()),
  country: v.nullable(v.string()),
  verified: v.boolean(),
})

/** `GET /performers/me`: the account's own record. */
export const OwnPerformer = v.object({ ...Profile.entries, country: v.string(), dateOfBirth: v.string() })

export const PerformerSearch = listQuery(['updatedAt', 'createdAt', 'name', 'username'])
export const PerformerList = listOf(PerformerView)

export type PerformerView = v.InferOutput<typeof PerformerView>
