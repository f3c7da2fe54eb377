import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate, isoDay, zoneName } from '../../ui/text/date-format.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { firstDayOf, monthsAway, rangeOf } from './calendar-month.ts'
import type { Month } from './calendar-month.ts'
import { DayList } from './day-list.tsx'
import { MonthTable } from './month-table.tsx'
import { StandingNote } from './standing-note.tsx'
import { useBeginPost, useCalendar } from './use-calendar.ts'
import type { Standing } from './use-calendar.ts'

type Props = {
  accountId: string
  contents: Contents
  month: Month
  onMonth: (month: Month | null) => void
  /** Opens a draft that has just been begun. */
  onWrite: (draftId: string) => void
}

/** A month of a creator: posts that go out, came out and end, messages to many, and drafts with a time. */
export function CalendarPage({ accountId, contents, month, onMonth, onWrite }: Props) {
  const { t, i18n } = useLingui()
  const now = new Date(useNow())
  const range = rangeOf(month, firstDayOf(i18n.locale))
  const calendar = useCalendar(accountId, range, contents)
  const begin = useBeginPost()
  const { run: write } = useActionWithToast(async (at: string) => onWrite(await begin(at)))
  const zone = zoneName(now, i18n.locale)
  const title = formatDate(new Date(month.year, month.month, 15), i18n.locale, { month: 'long', year: 'numeric' })
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Calendar`} subtitle={<Trans>Times are those of this device: {zone}</Trans>} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <div className="flex flex-wrap items-center gap-2">
          <IconButton label={t`Previous month`} onClick={() => onMonth(monthsAway(month, -1))}>
            <ChevronLeft className="mirrored size-5" />
          </IconButton>
          <h2 aria-live="polite" className="text-lg font-bold">
            {title}
          </h2>
          <IconButton label={t`Next month`} onClick={() => onMonth(monthsAway(month, 1))}>
            <ChevronRight className="mirrored size-5" />
          </IconButton>
          <Button kind="secondary" className="ms-auto" onClick={() => onMonth(null)}>
            <Trans>Today</Trans>
          </Button>
        </div>
        {!calendar || (isOnTheWay(calendar.standing, contents) && !hasEntryIn(range, calendar.entries)) ? (
          <div role="status">
            <span className="sr-only">
              <Trans>Loading your calendar</Trans>
            </span>
            <Skeleton className="h-96 rounded-card" />
          </div>
        ) : (
          <>
            {calendar.entries.length === 0 && contents === 'away' && calendar.standing.is === 'held' && (
              <ListUnavailable icon={<CalendarDays />} />
            )}
            <StandingNote standing={calendar.standing} />
            <Days {...{ month, now, title }} entries={calendar.entries} onWrite={(at) => void write(at)} />
          </>
        )}
      </div>
    </main>
  )
}

function isOnTheWay(standing: Standing, contents: Contents): boolean {
  return standing.is === 'coming' || (standing.is === 'held' && contents === 'coming')
}

function hasEntryIn({ from, to }: { from: string; to: string }, entries: readonly CalendarEntry[]): boolean {
  const [first, end] = [Date.parse(from), Date.parse(to)]
  return entries.some(({ at }) => first <= Date.parse(at) && Date.parse(at) < end)
}

type DaysProps = {
  month: Month
  entries: readonly CalendarEntry[]
  now: Date
  title: string
  onWrite: (at: string) => void
}

function Days({ entries, ...days }: DaysProps) {
  const byDay = Map.groupBy(entries, ({ at }) => isoDay(Date.parse(at)))
  return (
    <>
      <MonthTable byDay={byDay} {...days} />
      <DayList byDay={byDay} {...days} />
    </>
  )
}
