import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubscriberList } from '@vesper/sync/vesper/api/subscriptions.ts'
import type { Subscriber, SUBSCRIBER_GROUPS } from '@vesper/sync/vesper/api/subscriptions.ts'
import { useUnit } from 'effector-react'
import { UsersRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { TrialFans } from './trial-fans.tsx'

type Group = (typeof SUBSCRIBER_GROUPS)[number]

type Props = {
  /** The way to pause; it calls `onMoved` when the dates of subscribers have moved. */
  pause?: (onMoved: () => void) => ReactNode
}

/** Who subscribes to the creator, by group: from the server, or as this device has kept them. */
export function SubscribersPage({ pause }: Props) {
  const { t } = useLingui()
  const [group, setGroup] = useState<Group | 'trial'>('active')
  const [moves, setMoves] = useState(0)
  const tabs: { value: Group | 'trial'; label: string }[] = [
    { value: 'active', label: t`Active` },
    { value: 'canceling', label: t`Ending` },
    { value: 'free', label: t`Free` },
    { value: 'trial', label: t`On trial` },
    { value: 'expired', label: t`Ended` },
  ]
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Subscribers`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <span className="flex flex-wrap gap-2">
          <Link to="/creator/lists" className={buttonClass('secondary')}>
            <Trans>Lists</Trans>
          </Link>
          <Link to="/creator/offers" className={buttonClass('secondary')}>
            <Trans>Offers</Trans>
          </Link>
        </span>
        {pause?.(() => setMoves((count) => count + 1))}
        <Tabs
          label={t`Subscribers`}
          value={group}
          onChange={setGroup}
          tabs={tabs.map(({ value, label }) => ({
            ...{ value, label },
            content: value === 'trial' ? <TrialFans /> : <List key={value} group={value} name={label} moves={moves} />,
          }))}
        />
      </div>
    </main>
  )
}

/** `moves` counts the changes of dates that this page has heard of: each has the list read again. */
function List({ group, name, moves }: { group: Group; name: string; moves: number }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [current, setCurrent] = useState(1)
  const list = usePagedList({
    path: '/subscriptions/performer/search',
    answer: SubscriberList,
    query: { status: group },
    search: { current },
    pageSize: 50,
  })
  const reload = useEffectEvent(list.reload)
  useEffect(() => {
    if (moves > 0) void reload()
  }, [moves])
  return (
    <div className="grid grid-cols-1 gap-3">
      {list.items && list.items.length > 0 && (
        <p className="text-sm text-muted">
          <Plural value={list.total} one="# subscriber" other="# subscribers" />
          {(isOffline || list.error !== undefined) && (
            <>
              {' · '}
              <Trans>last known on this device</Trans>
            </>
          )}
        </p>
      )}
      <PagedList
        list={list}
        label={`${t`Subscribers`}: ${name}`}
        failedTitle={t`Your subscribers could not be loaded`}
        skeleton={<Skeleton className="h-40 rounded-card" />}
        empty={
          <EmptyState icon={<UsersRound />} title={t`Nobody here yet`}>
            <Trans>Set your prices on the tab Prices of your account. Fans subscribe on your page.</Trans>
          </EmptyState>
        }
        offline={isOffline && <ListUnavailable icon={<UsersRound />} />}
        onMore={() => setCurrent(current + 1)}
      >
        {(subscriber) => <Row subscriber={subscriber} />}
      </PagedList>
    </div>
  )
}

function Row({ subscriber }: { subscriber: Subscriber }) {
  const { i18n } = useLingui()
  const names = useTermNames()
  const { fan, type, price, currency, paidThrough, nextPrice, status } = subscriber
  const end = formatDate(new Date(paidThrough), i18n.locale, { dateStyle: 'medium' })
  return (
    <ListItem
      leading={<Avatar name={fan.name} src={fan.avatar} />}
      title={<bdi>{fan.name}</bdi>}
      subtitle={
        status === 'past_due' ? (
          <Trans>Payment is late since {end}</Trans>
        ) : nextPrice === null ? (
          <Trans>until {end}</Trans>
        ) : (
          <Trans>renews on {end}</Trans>
        )
      }
      trailing={
        <span className="grid shrink-0 justify-items-end text-sm tabular-nums">
          <span className="font-semibold text-ink">{names[type]}</span>
          {price > 0 && <span className="text-muted">{formatMoney(price, currency, i18n.locale)}</span>}
        </span>
      }
    />
  )
}
