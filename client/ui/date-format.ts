// Making a formatter costs a hundred times what using one does.
const formats = new Map<string, Intl.DateTimeFormat>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()

export function formatDate(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options)
  let found = formats.get(key)
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(locale, options)))
  return found.format(at)
}

/** '5 minutes ago' for -5 minutes; 'yesterday' for -1 day. */
export function formatRelative(value: number, unit: Intl.RelativeTimeFormatUnit, locale: string): string {
  let found = relatives.get(locale)
  if (!found) relatives.set(locale, (found = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })))
  return found.format(value, unit)
}

/** How many midnights lie between two times, in the device's time zone. */
export function daysBetween(from: Date, to: Date): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / 86_400_000)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}
