import type { CREATOR_OPTIONS } from '@vesper/sync/vesper/records/creator-details.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'

type Text = 'country' | 'state' | 'city' | 'phone' | keyof typeof CREATOR_OPTIONS

/** The fields of the form of a page. */
export type PageValues = { [Name in Text]: string | null } & { languages: string[]; categories: string[] }

/** The form's values of a row; rows from before a field lack it. */
export function pageValues(creator: Creator, phone: string | null): PageValues {
  const { country, state = null, city = null, languages = [], categories = [] } = creator
  const { gender = null, ageRange = null, bodyType = null, ethnicity = null } = creator
  const { hair = null, eyes = null, orientation = null } = creator
  const options = { gender, ageRange, bodyType, ethnicity, hair, eyes, orientation }
  return { country, state, city, phone, languages, categories, ...options }
}

/** The fields that differ from what was shown; an empty text is none. */
export function editedFields(values: PageValues, shown: PageValues): Partial<PageValues> {
  const names = Object.keys(shown) as (keyof PageValues)[]
  const isSame = (name: keyof PageValues) =>
    JSON.stringify(values[name] || null) === JSON.stringify(shown[name] || null)
  return Object.fromEntries(names.filter((name) => !isSame(name)).map((name) => [name, values[name]]))
}
