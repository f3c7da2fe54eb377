import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { AsOf } from '../../core/api/as-of.tsx'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { pageHeading } from '../../ui/text/page-heading.ts'
import type { Standing } from './use-calendar.ts'

/** Says what a calendar lacks, or of what age it is. Nothing where it is as the server has it. */
export function StandingNote({ standing }: { standing: Standing }) {
  const { i18n } = useLingui()
  const isOffline = useUnit($offline)
  if (standing.is === 'coming') {
    return (
      <p role="status" className="text-sm text-muted">
        <Trans>Loading your calendar</Trans>
      </p>
    )
  }
  if (standing.is === 'answered') {
    return (
      <>
        <AsOf at={standing.keptAt} />
        {!standing.isWhole && (
          <p className="text-sm text-muted">
            <Trans>This month has more than the calendar shows. The studio has all of it.</Trans>
          </p>
        )}
      </>
    )
  }
  const day = standing.wholeFrom && formatDate(new Date(standing.wholeFrom), i18n.locale, { dateStyle: 'medium' })
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <p role="status">
        <Trans>The server has not answered. The calendar shows the entries of this device.</Trans>{' '}
        {day && <Trans>This device has your posts from {day} on. Older ones are in the studio.</Trans>}
      </p>
      {!isOffline && <TryAgain onClick={standing.retry} />}
    </div>
  )
}

function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button
      kind="secondary"
      onClick={() => {
        // The focused button goes away with the note.
        pageHeading()?.focus({ preventScroll: true })
        onClick()
      }}
    >
      <Trans>Try again</Trans>
    </Button>
  )
}
