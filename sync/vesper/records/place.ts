/** Where an account is. A state and a city are names of the reference lists; the country is ISO 3166-1 alpha-2. */
export type Place = { country: string | null; state: string | null; city: string | null }

/** The place of a row; rows from before these fields lack them. */
export function placeOf({ country = null, state = null, city = null }: Given): Place {
  return { country, state, city }
}

type Given = { [Field in keyof Place]?: string | null | undefined }

const FIELDS = ['country', 'state', 'city'] as const

/**
 * The fields of a place that an edit changes. A field of `changes` that equals `base`, what the device showed, was not edited. Another country
 * has other states, and another state other cities: a field below one that moves is the edit's, or empty.
 */
export function placeAfter(present: Place, changes: Given, base: Given): Partial<Place> {
  const next: Partial<Place> = {}
  let isEdited = false
  let moves = false
  for (const field of FIELDS) {
    const given = changes[field]
    isEdited ||= given !== undefined && given !== base[field]
    const value = isEdited && given !== undefined ? given : moves ? null : present[field]
    if (value === present[field]) continue
    next[field] = value
    moves = true
  }
  return next
}
