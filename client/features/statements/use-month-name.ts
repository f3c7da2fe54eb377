import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../ui/text/date-format.ts'

/** Names a month, given as 2026-10, in the language of the user. */
export function useMonthName(): (month: string) => string {
  const { i18n } = useLingui()
  return (month) => formatDate(new Date(`${month}-15T12:00:00Z`), i18n.locale, { month: 'long', year: 'numeric' })
}
