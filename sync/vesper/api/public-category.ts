import * as v from 'valibot'

// Each page loads the public settings: this file imports nothing more.

/** A category as the public settings have it. A label that is null is the built-in word of the app. */
export const PublicCategory = v.object({
  code: v.string(),
  en: v.nullable(v.string()),
  ar: v.nullable(v.string()),
  /** Nobody is offered it any more; creators who have it keep it. */
  isHidden: v.boolean(),
  /** The code of the category that stands in its place. */
  mergedInto: v.nullable(v.string()),
})
export type PublicCategory = v.InferOutput<typeof PublicCategory>
