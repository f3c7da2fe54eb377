import * as v from 'valibot'
import { OptionalText, Name, Username } from '../api/fields.ts'
import type { Profile } from '../records/profile.ts'
import type { Mutation } from '../../engine/mutation.ts'

const Editable = v.object({ name: v.optional(Name), username: v.optional(Username), bio: v.optional(OptionalText) })

/** `changes` are the fields that the user edited, `base` what the device showed in them before. */
export const UpdateProfileArgs = v.object({
  changes: Editable,
  base: v.object({
    name: v.optional(v.string()),
    username: v.optional(v.nullable(v.string())),
    bio: v.optional(v.string()),
  }),
})

/** Per field: what the user did not edit stays the server's; what was edited is applied in order of arrival. */
export const updateProfile: Mutation<v.InferOutput<typeof UpdateProfileArgs>> = {
  name: 'profile.update',
  class: 'queue',
  args: UpdateProfileArgs,
  lane: () => 'profile',
  async optimistic(tx, { changes }, { account }) {
    const profile = (await tx.get('profiles', account)) as Profile | undefined
    if (profile) await tx.put('profiles', { ...profile, ...changes })
  },
}
