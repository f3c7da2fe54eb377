import { ProfileFields } from '@vesper/sync/vesper/api/profile-fields.ts'
import type { UpdateProfileArgs } from '@vesper/sync/vesper/mutations/profile.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import * as v from 'valibot'

/** The fields of the form; an empty text is none. */
export type ProfileValues = {
  name: string
  username: string
  bio: string
  country: string
  state: string
  city: string
  language: string
  phone: string
}

type Args = v.InferOutput<typeof UpdateProfileArgs>

/** `base`: what was shown before; `replaced`: ids of the refused changes in whose place the edit is. */
export type ProfileEdit = Args & { replaced: string[] }

const FIELDS = ['name', 'username', 'bio', 'country', 'state', 'city', 'language', 'phone'] as const
const NEVER_NULL: ReadonlySet<string> = new Set(['name', 'username', 'bio'])

/** The values of a profile in the form; rows from before a field lack it. */
export function profileValues(user: Pick<Profile, (typeof FIELDS)[number]>): ProfileValues {
  const { name, username, bio, country, state, city, language, phone } = user
  return {
    ...{ name, username: username ?? '', bio },
    ...{ country: country ?? '', state: state ?? '', city: city ?? '', language: language ?? '', phone: phone ?? '' },
  }
}

/**
 * The fields that differ from what was shown; text around them does not count. Who chooses another country has chosen its
 * state and city as well, and who chooses another state its city.
 */
export function changedFields(values: ProfileValues, shown: ProfileValues): Partial<ProfileValues> {
  const isChanged = (field: keyof ProfileValues) => values[field].trim() !== shown[field]
  const above = { state: isChanged('country'), city: isChanged('country') || isChanged('state') }
  const changed = FIELDS.filter((field) => isChanged(field) || (field in above && above[field as keyof typeof above]))
  return Object.fromEntries(changed.map((field) => [field, values[field].trim()]))
}

/** The arguments of the edit that makes `values` of what was shown; null where nothing was edited. */
export function editOf(values: ProfileValues, shown: ProfileValues): Args | null {
  const changed = changedFields(values, shown)
  if (Object.keys(changed).length === 0) return null
  return { changes: v.parse(ProfileFields, withNull(changed)), base: withNull(shown) }
}

function withNull(values: Partial<ProfileValues>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(values).map(([field, text]) => [field, text === '' && !NEVER_NULL.has(field) ? null : text]),
  )
}
