import * as v from 'valibot'
import { Creator } from '../records/creator.ts'
import { CreatorDetails } from '../records/creator-details.ts'
import { Profile } from '../records/profile.ts'
import { listOf, listQuery } from './fields.ts'
import { PerformerFields } from './performer-fields.ts'
import { UpdateUser } from './users.ts'

/** `GET /performers/me`: the account's own record. */
export const OwnPerformer = v.object({
  ...Profile.entries,
  ...v.omit(v.object(CreatorDetails), ['counts']).entries,
  country: v.string(),
  dateOfBirth: v.string(),
})

/**
 * `PUT /performers/{id}`: only the fields given change. A new password needs the current one (`source`).
 */
export const UpdatePerformer = v.object({
  ...PerformerFields.entries,
  ...v.pick(UpdateUser, ['password', 'passwordForm', 'source', 'sourceForm']).entries,
})

export const PerformerSearch = listQuery(['updatedAt', 'createdAt', 'name', 'username'])
export const PerformerList = listOf(Creator)
