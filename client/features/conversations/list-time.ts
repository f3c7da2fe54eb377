const DAY_MS = 86_400_000

/** When something happened, as short as a list wants it: a time today, 'yesterday', a weekday, else a date. */
export function listTime(iso: string, now: Date, locale: string): string {
  const at = new Date(iso)
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS)
  if (days <= 0) return format(locale, { hour: 'numeric', minute: '2-digit' }, at)
  if (days === 1) return relative(locale).format(-1, 'day')
  if (days < 7) return format(locale, { weekday: 'short' }, at)
  const sameYear = at.getFullYear() === now.getFullYear()
  return format(locale, sameYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'short' }, at)
}

/** How long ago somebody was there: '5 minutes ago', 'yesterday'. */
export function lastSeenTime(iso: string, now: Date, locale: string): string {
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(iso)) / 60_000))
  if (minutes < 60) return relative(locale).format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 24 ? relative(locale).format(-hours, 'hour') : relative(locale).format(-Math.round(hours / 24), 'day')
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

// Making a formatter costs a hundred times what using one does.
const formats = new Map<string, Intl.DateTimeFormat>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()

function format(locale: string, options: Intl.DateTimeFormatOptions, at: Date): string {
  const key = locale + JSON.stringify(options)
  let found = formats.get(key)
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(locale, options)))
  return found.format(at)
}

function relative(locale: string): Intl.RelativeTimeFormat {
  let found = relatives.get(locale)
  if (!found) relatives.set(locale, (found = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })))
  return found
}
