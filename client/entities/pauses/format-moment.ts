import { formatDate } from '../../ui/text/date-format.ts'

/**
 * A moment in ISO 8601 for a reader on this device: a day where it is the beginning of one, else the day with the time. A pause
 * of 14 days over a change of the clocks ends an hour beside the beginning of a day.
 */
export function formatMoment(iso: string, locale: string): string {
  const at = new Date(iso)
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0 && at.getSeconds() === 0
  return formatDate(at, locale, isMidnight ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' })
}
