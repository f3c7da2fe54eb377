import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SubscriptionList } from '@vesper/sync/vesper/api/subscriptions.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { ListItem } from '../../ui/list/list-item.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

/** Subscriptions that are over, as the server has them. */
export function PastSubscriptions({ isOffline }: { isOffline: boolean }) {
  const { t } = useLingui()
  const [current, setCurrent] = useState(1)
  const list = usePagedList({
    path: '/subscriptions/user/search',
    answer: SubscriptionList,
    query: { status: 'expired' },
    search: { current },
    pageSize: 25,
  })
  // Without one there is nothing to say.
  if (list.items?.length === 0 || (!list.items && isOffline)) return null
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-semibold">
        <Trans>Ended</Trans>
      </h2>
      <PagedList
        list={list}
        label={t`Ended`}
        failedTitle={t`Your former subscriptions could not be loaded`}
        skeleton={<Skeleton className="h-16 rounded-card" />}
        empty={null}
        onMore={() => setCurrent(current + 1)}
      >
        {(subscription) => <Row subscription={subscription} />}
      </PagedList>
    </section>
  )
}

function Row({ subscription: { performer, performerId, type, accessUntil } }: { subscription: Subscription }) {
  const { i18n } = useLingui()
  const names = useTermNames()
  const end = formatDate(new Date(accessUntil), i18n.locale, { dateStyle: 'medium' })
  return (
    <Link
      to="/$profileId"
      params={{ profileId: performer.username ?? performerId }}
      className="block rounded-card hover:bg-raised"
    >
      <ListItem
        leading={<Avatar name={performer.name} src={performer.avatar} />}
        title={<bdi>{performer.name}</bdi>}
        subtitle={
          <>
            {names[type]} · <Trans>until {end}</Trans>
          </>
        }
      />
    </Link>
  )
}
