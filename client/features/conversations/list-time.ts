import { daysBetween, formatDate, formatRelative } from '../../ui/text/date-format.ts'

/** When something happened, as short as a list wants it: a time today, 'yesterday', a weekday, else a date. */
export function listTime(iso: string, now: Date, locale: string): string {
  const at = new Date(iso)
  const days = daysBetween(at, now)
  if (days <= 0) return formatDate(at, locale, { hour: 'numeric', minute: '2-digit' })
  if (days === 1) return formatRelative(-1, 'day', locale)
  if (days < 7) return formatDate(at, locale, { weekday: 'short' })
  const sameYear = at.getFullYear() === now.getFullYear()
  return formatDate(at, locale, sameYear ? { day: 'numeric', month: 'short' } : { dateStyle: 'short' })
}

/** How long ago somebody was there: '5 minutes ago', 'yesterday'. */
export function lastSeenTime(iso: string, now: Date, locale: string): string {
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(iso)) / 60_000))
  if (minutes < 60) return formatRelative(-minutes, 'minute', locale)
  const hours = Math.round(minutes / 60)
  return hours < 24 ? formatRelative(-hours, 'hour', locale) : formatRelative(-Math.round(hours / 24), 'day', locale)
}
