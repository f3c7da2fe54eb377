/** JSON as everyone writes the same value: fields in the order of their names, no spaces. Numbers are whole. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json }

/** The canonical text of a value. Throws `RangeError` for a number that is not a whole one. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is not whole`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join()}]`
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([field, part]) => `${JSON.stringify(field)}:${canonicalJson(part)}`).join()}}`
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}
