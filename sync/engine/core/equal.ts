/** Compares two rows as JSON: an undefined field counts as absent. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && equalItems(a, b)
  return equalFields(a as Record<string, unknown>, b as Record<string, unknown>)
}

function equalItems(a: unknown[], b: unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => equal(item, b[index]))
}

function equalFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  return (
    Object.keys(a).every((field) => equal(a[field], b[field])) &&
    Object.keys(b).every((field) => b[field] === undefined || a[field] !== undefined)
  )
}
