import { Trans, useLingui } from '@lingui/react/macro'
import { useMinute } from '../../../ui/use-minute.ts'
import { dayName } from '../message-time.ts'

/** The day on which the messages below were written. */
export function DayDivider({ at }: { at: number }) {
  const { i18n } = useLingui()
  const now = useMinute()
  return (
    <p className="grid place-items-center py-3">
      <time
        dateTime={new Date(at).toISOString().slice(0, 10)}
        className="rounded-full bg-raised px-3.5 py-1 text-xs font-medium text-muted"
      >
        {dayName(at, now, i18n.locale)}
      </time>
    </p>
  )
}

/** Where what nobody had looked at begins. */
export function NewDivider() {
  return (
    <p className="flex items-center gap-3 px-5 py-3.5 text-xs font-semibold text-accent-ink before:h-px before:flex-1 before:bg-accent-ink/35 after:h-px after:flex-1 after:bg-accent-ink/35">
      <Trans>New messages</Trans>
    </p>
  )
}
