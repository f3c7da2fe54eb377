import { daysBetween, formatDate, formatRelative } from './date-format.ts'

/** How long ago a post came out: '5 minutes ago', 'yesterday', then a date. */
export function postTime(iso: string, now: Date, locale: string): string {
  const at = new Date(iso)
  const minutes = Math.max(0, Math.round((now.getTime() - at.getTime()) / 60_000))
  if (minutes < 60) return formatRelative(-minutes, 'minute', locale)
  const days = daysBetween(at, now)
  if (days <= 0) return formatRelative(-Math.round(minutes / 60), 'hour', locale)
  if (days < 7) return formatRelative(-days, 'day', locale)
  const sameYear = at.getFullYear() === now.getFullYear()
  return formatDate(at, locale, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) })
}
