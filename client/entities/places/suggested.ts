import { folded } from '@vesper/sync/vesper/records/folded-text.ts'

const SHOWN_MAX = 50

/** The names that fit what is typed: those that begin so, then those that contain it; a few, since cities are many. */
export function suggested(names: readonly string[], typed: string): string[] {
  const words = folded(typed.trim())
  if (words === '') return names.slice(0, SHOWN_MAX)
  const fitting = names.map((name) => ({ name, hay: folded(name) })).filter(({ hay }) => hay.includes(words))
  const begins = fitting.filter(({ hay }) => hay.startsWith(words))
  const others = fitting.filter(({ hay }) => !hay.startsWith(words))
  return [...begins, ...others].slice(0, SHOWN_MAX).map(({ name }) => name)
}

/** The name of the list that is meant, whatever its accents and case; null for none. Any text, where no list is at hand. */
export function listedName(names: readonly string[] | undefined, typed: string): string | null {
  if (typed === '' || names === undefined || names.includes(typed)) return typed
  return names.find((name) => folded(name) === folded(typed)) ?? null
}

/** The calling code with which a number begins, the longest; that of `country` where several countries share it. */
export function codeOf<Code extends { country: string; code: string }>(
  codes: readonly Code[],
  phone: string,
  country: string,
): Code | null {
  const fitting = codes.filter(({ code }) => phone.startsWith(code))
  const longest = Math.max(0, ...fitting.map(({ code }) => code.length))
  const best = fitting.filter(({ code }) => code.length === longest)
  return best.find((each) => each.country === country) ?? best[0] ?? null
}

/** The number with another calling code. */
export function withCode(phone: string, before: string | null, code: string): string {
  const rest = before !== null && phone.startsWith(before) ? phone.slice(before.length) : phone.replace(/^\+/, '')
  return `${code} ${rest.trim()}`
}
