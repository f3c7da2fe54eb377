/** A draft is kept with a year of four digits; this one has no more in any time zone. */
const LATEST_MS = Date.UTC(9999, 11, 30)

/** `max` of such an input: without it a year takes six digits, the first two of the hour among them where somebody types on. */
export const LATEST_INPUT = '9999-12-31T23:59'

/** A moment as an `<input type="datetime-local">` has it, in the time of this device; empty for none. */
export function toLocalTimeInput(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  // The year that is being typed begins with zeros, without which the input takes no value.
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The moment that such an input means, or the last one that can be kept; null when it is empty, or none. */
export function fromLocalTimeInput(value: string): string | null {
  const at = /^\d{5}/.test(value) ? LATEST_MS : Date.parse(value)
  return Number.isNaN(at) ? null : new Date(Math.min(at, LATEST_MS)).toISOString()
}
