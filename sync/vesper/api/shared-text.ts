/** The fields of the web manifest's share target that have words. */
export const SHARED_FIELDS = ['title', 'text', 'url'] as const

/** Apps put a link into either field, and the title often into the text as well: each part stands once. */
export function sharedText(values: readonly unknown[]): string {
  const parts = new Set(values.map((value) => (typeof value === 'string' ? value.trim() : '')))
  const isSaidElsewhere = (part: string) => [...parts].some((other) => other !== part && other.includes(part))
  return [...parts].filter((part) => part !== '' && !isSaidElsewhere(part)).join('\n')
}
