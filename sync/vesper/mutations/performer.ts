import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { PerformerFields } from '../api/performer-fields.ts'
import type { Creator } from '../records/creator.ts'
import type { Profile } from '../records/profile.ts'

const text = v.nullable(v.string())

/** `changes` are the fields that the creator edited, `base` what the device showed in them before. */
export const UpdatePerformerArgs = v.object({
  changes: PerformerFields,
  base: v.partial(
    v.object({
      ...{ name: text, username: text, bio: text, country: text, state: text, city: text, phone: text },
      ...{ languages: v.array(v.string()), categories: v.array(v.string()) },
      ...{ gender: text, ageRange: text, bodyType: text, ethnicity: text, hair: text, eyes: text, orientation: text },
    }),
  ),
})

/** Per field, as `profile.update` does, in the lane of that: both write the name, the username and the text. */
export const updatePerformer: Mutation<v.InferOutput<typeof UpdatePerformerArgs>> = {
  name: 'performer.update',
  class: 'queue',
  args: UpdatePerformerArgs,
  lane: () => 'profile',
  async optimistic(tx, { changes }, { account }) {
    const { phone, ...shown } = changes
    const creator = (await tx.get('creators', account)) as Creator | undefined
    if (creator) await tx.put('creators', { ...creator, ...shown })
    const profile = (await tx.get('profiles', account)) as Profile | undefined
    if (!profile) return
    const { name = profile.name, username = profile.username, bio = profile.bio } = shown
    await tx.put('profiles', { ...profile, name, username, bio, ...(phone === undefined ? {} : { phone }) })
  },
}
