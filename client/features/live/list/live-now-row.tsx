import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $offline } from '../../../core/connection/model.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { LiveBadge } from '../../../entities/live/live-badge.tsx'
import { useLiveNow } from '../../../entities/live/use-live-now.ts'

/** The creators who are live now, in a row; nothing while there are none, and without a connection. */
export function LiveNowRow() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { streams } = useLiveNow()
  if (isOffline || !streams || streams.length === 0) return null
  return (
    <section aria-labelledby="live-now" className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="live-now" className="text-lg font-bold">
          <Trans>Live now</Trans>
        </h2>
        <Link to="/live" className="inline-flex min-h-target items-center text-sm font-semibold text-accent-ink">
          <Trans>Show all</Trans>
        </Link>
      </div>
      <ul role="list" aria-label={t`Live now`} className="-mx-4 flex gap-4 overflow-x-auto px-4 py-2">
        {streams.map(({ _id, performer, title }) => (
          <li key={_id} className="w-20 shrink-0">
            <Link
              to="/live/$username"
              params={{ username: performer.username ?? performer._id }}
              title={title}
              className="grid justify-items-center gap-1 rounded-card text-center text-xs"
            >
              <span className="relative">
                <Avatar
                  name={performer.name}
                  src={performer.avatar}
                  size="lg"
                  className="ring-3 ring-danger ring-offset-2 ring-offset-bg"
                />
                <LiveBadge className="absolute -bottom-2 left-1/2 -translate-x-1/2" />
              </span>
              <bdi className="mt-2 w-full truncate font-semibold">{performer.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
