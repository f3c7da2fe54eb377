import type { UserAdditional } from '@vesper/sync/vesper/api/reference.ts'
import { CREATOR_OPTIONS } from '@vesper/sync/vesper/records/creator-details.ts'
import type * as v from 'valibot'

type Options = v.InferOutput<typeof UserAdditional>

/** The options of each field, with English words for programs that have none of their own. */
export function pageOptions(): Options {
  const fields = Object.entries(CREATOR_OPTIONS).map(([field, values]) => [
    field,
    values.map((value) => ({ value, text: textOf(value) })),
  ])
  return Object.fromEntries(fields) as Options
}

/** `18_24` is 18–24, `plus-size` is Plus size. */
function textOf(value: string): string {
  const words = value.replace(/(\d)_(\d)/, '$1–$2').replaceAll(/[_-]/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
