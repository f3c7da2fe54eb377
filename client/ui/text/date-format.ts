import { relativeFormat } from './number-format.ts'

// Making a formatter costs a hundred times what using one does.
const formats = new Map<string, Intl.DateTimeFormat>()
/** Formats of a day as 2026-11-28, by their time zones. */
const days = new Map<string, Intl.DateTimeFormat>()

/** A date or time in a language, with the order and the clock of the device's region. */
export function formatDate(at: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  const key = language + JSON.stringify(options)
  let found = formats.get(key)
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(regionalLocale(language), options)))
  return found.format(at)
}

/**
 * The language as the device's region writes it: English in Germany has 'en-DE' and a clock of 24 hours. `wanted`: the
 * languages of the device, the first first. A language that names its region stays as it is.
 */
export function regionalLocale(language: string, wanted: readonly string[] = navigator.languages): string {
  const tags = wanted.filter(isLocale)
  const device = tags.find((tag) => new Intl.Locale(tag).region) ?? tags[0]
  const locale = new Intl.Locale(language)
  if (!device || locale.region) return language
  const { region } = new Intl.Locale(device).maximize()
  const { hourCycle } = new Intl.DateTimeFormat(device, { hour: 'numeric' }).resolvedOptions()
  // A region may write other digits than the language, in which the numbers beside the date stand.
  const { numberingSystem } = new Intl.NumberFormat(language).resolvedOptions()
  return new Intl.Locale(locale, {
    ...(region && { region }),
    ...(hourCycle && { hourCycle }),
    numberingSystem,
  }).toString()
}

/** The time zone of the device in a language, such as 'Central European Summer Time'. */
export function zoneName(at: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(regionalLocale(language), { timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** '5 minutes ago' for -5 minutes; 'yesterday' for -1 day. */
export function formatRelative(value: number, unit: Intl.RelativeTimeFormatUnit, locale: string): string {
  return relativeFormat(locale).format(value, unit)
}

/** How many midnights lie between two times, in the device's time zone. */
export function daysBetween(from: Date, to: Date): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / 86_400_000)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** Browsers may list a malformed language tag, which would throw wherever a time is shown. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** The local day of a moment (milliseconds since 1970), as 2026-11-28, in a time zone: that of the device unless told. */
export function isoDay(at: number, timeZone?: string): string {
  const parts = dayFormat(timeZone).formatToParts(at)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  // Without a time zone it is the device's, which may change.
  const found = timeZone === undefined ? undefined : days.get(timeZone)
  if (found) return found
  const made = new Intl.DateTimeFormat('en', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', numberingSystem: 'latn', calendar: 'gregory' },
    timeZone,
  })
  if (timeZone !== undefined) days.set(timeZone, made)
  return made
}
