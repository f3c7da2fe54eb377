import { useLingui } from '@lingui/react/macro'
import { formatDate, isoDay } from '../../ui/text/date-format.ts'
import { weeksOf } from './calendar-month.ts'
import { DayEntries } from './day-entries.tsx'
import { WriteButton } from './month-table.tsx'
import type { DaysProps } from './month-table.tsx'

/** A month as a list on a phone: the days with entries, and those to come. */
export function DayList({ month, byDay, now, onWrite }: DaysProps) {
  const { t, i18n } = useLingui()
  const days = weeksOf(month, 1)
    .flat()
    .filter((day) => day.getMonth() === month.month)
    .filter((day) => byDay.has(isoDay(day.getTime())) || isoDay(day.getTime()) >= isoDay(now.getTime()))
  return (
    <ul role="list" aria-label={t`Calendar`} className="grid gap-2 sm:hidden">
      {days.map((day) => (
        <li key={day.getTime()} className="rounded-card border border-line bg-surface p-3">
          <div className="flex items-center justify-between gap-2">
            <h3 className="font-semibold">
              {formatDate(day, i18n.locale, { weekday: 'long', day: 'numeric', month: 'long' })}
            </h3>
            <WriteButton day={day} now={now} onWrite={onWrite} />
          </div>
          <DayEntries entries={byDay.get(isoDay(day.getTime()))} />
        </li>
      ))}
    </ul>
  )
}
