import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShowList } from '@vesper/sync/vesper/api/live-shows.ts'
import { useUnit } from 'effector-react'
import { Video } from 'lucide-react'
import { useKeptAnswer } from '../../../core/api/use-cached-query.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { clockTime } from '../../../core/media/clock-time.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { ShowRequest } from './show-request.tsx'
import { useShowRequests } from './use-show-requests.ts'

const query = { pageSize: 20 }

/** The open requests of fans for a private show, and the shows that were. */
export function RequestsPage() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const requests = useShowRequests()
  return (
    <main className="flex flex-1 flex-col">
      <PageHeader title={t`Private shows`} leading={<BackButton />} />
      <div className="safe-x mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 pb-10">
        {isOffline && (
          <Notice tone="warning" role="status">
            <Trans>You are offline. Requests reach you when your line is back.</Trans>
          </Notice>
        )}
        {requests.length === 0 ? (
          <EmptyState icon={<Video />} title={t`No open request`}>
            <Trans>Keep this page or your stream open: a request waits a minute for your answer.</Trans>
          </EmptyState>
        ) : (
          <ul role="list" aria-label={t`Requests`} className="grid gap-3">
            {requests.map((show) => (
              <li key={show._id}>
                <ShowRequest show={show} />
              </li>
            ))}
          </ul>
        )}
        <PastShows />
      </div>
    </main>
  )
}

function PastShows() {
  const { i18n } = useLingui()
  const { data } = useKeptAnswer('/streaming/shows/search', ShowList, { query })
  const past = data?.data.filter(({ status }) => status === 'ended') ?? []
  if (past.length === 0) return null
  return (
    <section aria-labelledby="past-shows" className="grid gap-2">
      <h2 id="past-shows" className="text-lg font-bold">
        <Trans>Past shows</Trans>
      </h2>
      <ul role="list" className="grid gap-2">
        {past.map((show) => (
          <li key={show._id}>
            <Link
              to="/show/$requestId"
              params={{ requestId: show._id }}
              className="flex flex-wrap items-center gap-3 rounded-control border border-line px-4 py-3 text-sm hover:bg-raised"
            >
              <Avatar name={show.fan.name} src={show.fan.avatar} size="sm" />
              <bdi className="min-w-0 flex-1 font-semibold">{show.fan.name}</bdi>
              <span className="text-muted">
                {i18n.date(show.createdAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </span>
              <span className="tabular-nums">{clockTime(show.seconds)}</span>
              <TokenPrice value={show.charged} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
