import { useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDate, isoDay } from '../../ui/text/date-format.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { firstDayOf, timeOn, weeksOf } from './calendar-month.ts'
import type { Month } from './calendar-month.ts'
import { DayEntries } from './day-entries.tsx'

export type DaysProps = {
  month: Month
  /** By local day, as `isoDay` names it. */
  byDay: ReadonlyMap<string, readonly CalendarEntry[]>
  now: Date
  /** The name of the month. */
  title: string
  /** Writes a post for a time, ISO 8601. */
  onWrite: (at: string) => void
}

/** A month as a table; a phone has `DayList` in its place. */
export function MonthTable({ month, byDay, now, title, onWrite }: DaysProps) {
  const { t, i18n } = useLingui()
  const weeks = weeksOf(month, firstDayOf(i18n.locale))
  return (
    <table aria-label={t`Calendar`} className="hidden w-full table-fixed border-collapse sm:table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.getDay()} scope="col" className="p-2 text-start text-sm text-muted">
              {formatDate(day, i18n.locale, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={isoDay(week[0]?.getTime() ?? 0)}>
            {week.map((day) => (
              <td
                key={day.getTime()}
                aria-current={day.toDateString() === now.toDateString() ? 'date' : undefined}
                className={cx(
                  'h-28 border border-line p-1 align-top aria-[current=date]:bg-accent-soft',
                  day.getMonth() !== month.month && 'bg-raised text-muted',
                )}
              >
                <div className="flex items-center justify-between">
                  <time dateTime={isoDay(day.getTime())} className="ps-1 text-sm font-semibold">
                    {formatDate(day, i18n.locale, { day: 'numeric' })}
                  </time>
                  <WriteButton day={day} now={now} onWrite={onWrite} />
                </div>
                <DayEntries entries={byDay.get(isoDay(day.getTime()))} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Begins a post for a day; a day that has passed has none. */
export function WriteButton({ day, now, onWrite }: { day: Date } & Pick<DaysProps, 'now' | 'onWrite'>) {
  const { t, i18n } = useLingui()
  const at = timeOn(day, now)
  if (at === null) return null
  const date = formatDate(day, i18n.locale, { dateStyle: 'medium' })
  return (
    <IconButton label={t`Write a post for ${date}`} className="text-muted" onClick={() => onWrite(at)}>
      <Plus className="size-4" />
    </IconButton>
  )
}
