import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { ProfileFields } from '../api/profile-fields.ts'
import { placeAfter, placeOf } from '../records/place.ts'
import type { Profile } from '../records/profile.ts'

const text = v.nullable(v.string())

/** `changes` are the fields that the user edited, `base` what the device showed in them before. */
export const UpdateProfileArgs = v.object({
  changes: ProfileFields,
  base: v.partial(
    v.object({
      ...{ name: v.string(), username: text, bio: v.string() },
      ...{ country: text, state: text, city: text, language: text, phone: text },
    }),
  ),
})

/** Per field: what the user did not edit stays the server's; what was edited is applied in order of arrival. */
export const updateProfile: Mutation<v.InferOutput<typeof UpdateProfileArgs>> = {
  name: 'profile.update',
  class: 'queue',
  args: UpdateProfileArgs,
  lane: () => 'profile',
  async optimistic(tx, { changes, base }, { account }) {
    const profile = (await tx.get('profiles', account)) as Profile | undefined
    if (!profile) return
    const { country: _country, state: _state, city: _city, ...others } = changes
    await tx.put('profiles', { ...profile, ...others, ...placeAfter(placeOf(profile), changes, base) })
  },
}
