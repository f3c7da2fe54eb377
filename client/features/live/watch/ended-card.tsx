import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { clockTime } from '../../../core/media/clock-time.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { StreamStatusLabel } from './stream-status-label.tsx'

/** The end of a stream: why it ended, and where to go on. */
export function EndedCard({ stream, seconds }: { stream: Stream; seconds: number }) {
  const { t } = useLingui()
  const { performer, endedReason } = stream
  const reason =
    endedReason === 'line' || endedReason === 'crash'
      ? t`The line to the creator was lost.`
      : endedReason === 'staff' || endedReason === 'closed'
        ? t`The stream was ended by the site.`
        : null
  const length = clockTime(seconds)
  return (
    <section
      aria-label={t`Stream`}
      className="dusk-sky grid min-h-72 place-items-center px-6 py-10 text-center text-white md:rounded-card"
    >
      <div className="grid justify-items-center gap-3">
        <Avatar name={performer.name} src={performer.avatar} size="xl" />
        <StreamStatusLabel status="ended" />
        <p>
          <Trans>The stream has ended after {length}.</Trans>
        </p>
        {reason !== null && <p className="text-sm">{reason}</p>}
        <div className="flex flex-wrap justify-center gap-2">
          <Link
            to="/$profileId"
            params={{ profileId: performer.username ?? performer._id }}
            className={buttonClass('secondary')}
          >
            <Trans>See the profile</Trans>
          </Link>
          <Link to="/live" className={buttonClass('secondary')}>
            <Trans>See who is live</Trans>
          </Link>
        </div>
      </div>
    </section>
  )
}
