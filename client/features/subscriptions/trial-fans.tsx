import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TrialFanList } from '@vesper/sync/vesper/api/offers.ts'
import { useUnit } from 'effector-react'
import { Gift } from 'lucide-react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

/** The fans on a free trial of the creator, the first to end first. */
export function TrialFans() {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { data, error, mutate } = useKeptAnswer('/performer/trials', TrialFanList)
  if (!data) {
    if (isOffline) return <ListUnavailable icon={<Gift />} />
    if (error === undefined) return <Skeleton className="h-40 rounded-card" />
    const retry = () => void mutate()
    return <ErrorState title={t`Your trials could not be loaded`} message={errorMessage(error)} onRetry={retry} />
  }
  if (data.data.length === 0) {
    return (
      <EmptyState
        icon={<Gift />}
        title={t`Nobody is on a trial`}
        action={
          <Link to="/creator/offers" className={buttonClass('secondary')}>
            <Trans>Offers</Trans>
          </Link>
        }
      >
        <Trans>Make an offer of free days, and share its link.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Fans on a trial`} className="grid gap-1">
      {data.data.map(({ _id, fan, accessUntil }) => {
        const end = formatDate(new Date(accessUntil), i18n.locale, { dateStyle: 'medium' })
        return (
          <li key={_id}>
            <ListItem
              leading={<Avatar name={fan.name} src={fan.avatar} />}
              title={fan.name === '' ? <Trans>Somebody</Trans> : <bdi>{fan.name}</bdi>}
              subtitle={<Trans>until {end}</Trans>}
              trailing={
                <span className="shrink-0 text-sm font-semibold text-ink">
                  <Trans>Trial</Trans>
                </span>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
