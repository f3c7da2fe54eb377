import { Trans, useLingui } from '@lingui/react/macro'
import { formatDate } from '../../ui/text/date-format.ts'

/** Says of what age a list or a page is that this device has kept. Nothing where it is as the server has it. */
export function AsOf({ at }: { at: number | null }) {
  const { i18n } = useLingui()
  if (at === null) return null
  const time = formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <p className="text-sm text-muted">
      <Trans>As of {time}</Trans>
    </p>
  )
}
