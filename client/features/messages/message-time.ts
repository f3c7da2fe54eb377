import { t } from '@lingui/core/macro'
import { daysBetween, formatDate } from '../../ui/text/date-format.ts'

/** The time of day at which a message was written. */
export function messageTime(iso: string, locale: string): string {
  return formatDate(new Date(iso), locale, { hour: 'numeric', minute: '2-digit' })
}

/** Names a day: 'Today', 'Yesterday', a weekday within the last week, else the date. */
export function dayName(at: number, now: Date, locale: string): string {
  const date = new Date(at)
  const days = daysBetween(date, now)
  if (days === 0) return t`Today`
  if (days === 1) return t`Yesterday`
  if (days > 1 && days < 7) return formatDate(date, locale, { weekday: 'long' })
  const isThisYear = date.getFullYear() === now.getFullYear()
  return formatDate(date, locale, {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
  })
}
