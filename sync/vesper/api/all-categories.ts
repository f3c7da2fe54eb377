import { CATEGORIES } from '../records/creator-details.ts'
import type { PublicCategory } from './public-category.ts'

/** All categories in the order of the site; those that the site has not ordered stand at the end. */
export function allCategories(known: readonly PublicCategory[] = []): PublicCategory[] {
  const ordered = new Set(known.map(({ code }) => code))
  const others = CATEGORIES.filter((code) => !ordered.has(code))
  const asBuilt = others.map((code) => ({ code, en: null, ar: null, isHidden: false, mergedInto: null }))
  return [...known, ...asBuilt]
}

/** The code of the category that stands in the place of this one. */
export function categoryNow(known: readonly PublicCategory[], code: string): string {
  return known.find((one) => one.code === code)?.mergedInto ?? code
}

/** The codes that mean this category, also those that were merged into it. */
export function codesOfCategory(known: readonly PublicCategory[], code: string): string[] {
  const now = categoryNow(known, code)
  return [now, ...known.flatMap((one) => (one.mergedInto === now ? [one.code] : []))]
}
