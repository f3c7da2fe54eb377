export type ProfileValues = { name: string; username: string; bio: string }

/** `base`: what was shown before; `replaced`: ids of the refused changes in whose place the edit is. */
export type ProfileEdit = { changes: Partial<ProfileValues>; base: Partial<ProfileValues>; replaced: string[] }

/** The fields that differ from what was shown; text around them does not count. */
export function changedFields(values: ProfileValues, shown: ProfileValues): Partial<ProfileValues> {
  const fields = Object.keys(shown) as (keyof ProfileValues)[]
  return Object.fromEntries(
    fields.filter((field) => values[field].trim() !== shown[field]).map((field) => [field, values[field].trim()]),
  )
}
