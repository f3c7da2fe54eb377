import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../ui/text/date-format.ts'

/** A moment as the desk shows it. */
export function DeskTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}</time>
}
