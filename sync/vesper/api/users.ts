import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { Email, listOf, listQuery, NewPassword, PasswordForm, uuid } from './fields.ts'
import { ProfileFields } from './profile-fields.ts'

/**
 * `PUT /users`: only the fields given change. A new email asks for verification anew. A new password, and an email in
 * place of another, need the current password (`source`).
 */
export const UpdateUser = v.object({
  ...ProfileFields.entries,
  email: v.optional(Email),
  password: v.optional(NewPassword),
  passwordForm: PasswordForm,
  source: v.optional(v.pipe(v.string(), v.maxLength(128))),
  sourceForm: PasswordForm,
})

/** The fields of a user that every signed-in account may see. */
export const UserView = v.object({ ...Participant.entries, bio: v.string(), createdAt: v.string() })

export const UserSearch = listQuery(['updatedAt', 'createdAt', 'name', 'username'])
export const UserList = listOf(UserView)

export const AvatarAnswer = v.object({ _id: uuid, url: v.string() })

export type UserView = v.InferOutput<typeof UserView>
