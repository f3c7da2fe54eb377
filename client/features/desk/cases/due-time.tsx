import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../../ui/controls/badge.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { relativeFormat } from '../../../ui/text/number-format.ts'
import { useMinute } from '../../../ui/use-minute.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** The time until which something has to be decided, in words. A time that is over is marked. */
export function DueTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const left = Date.parse(at) - useMinute().getTime()
  const words = dueWords(left, i18n.locale)
  const exact = formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time dateTime={at} title={exact} className="inline-flex flex-wrap items-center gap-1.5">
      {left < 0 && (
        <Badge tone="danger">
          <Trans>Overdue</Trans>
        </Badge>
      )}
      {words}
    </time>
  )
}

/** 'in 2 hours' for a time that comes, '3 days ago' for one that is over. `left`: milliseconds. */
export function dueWords(left: number, locale: string): string {
  const [unit, length] = steps.find(([, ms]) => Math.abs(left) >= ms) ?? (['minute', 60_000] as const)
  return relativeFormat(locale).format(Math.trunc(left / length), unit)
}
