import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { $contents, $offline } from '../../core/connection/model.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { NextMonth } from './next-month.tsx'
import { PastSubscriptions } from './past-subscriptions.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { Trials } from './trials.tsx'
import { useSubscriptions } from './use-subscriptions.ts'
import type { Dated } from './use-told-dates.ts'

type Props = {
  /** Tokens that can be spent; undefined while they are being read. */
  balance: number | undefined
  /** Tells how a payment stands that the account has come back from. */
  returned?: ReactNode
}

/** The subscriptions of the account, their cost in the next days, and the way to end it, without a connection too. */
export function SubscriptionsPage({ balance, returned }: Props) {
  const { t } = useLingui()
  const [isOffline, contents] = useUnit([$offline, $contents])
  const held = useSubscriptions()
  const isReading = held === undefined || (held.length === 0 && contents === 'coming')
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Subscriptions`} />
      <div className="safe-x grid grid-cols-1 gap-6 pt-2 pb-12">
        {returned}
        {isOffline && (
          <Notice tone="warning">
            <Trans>You are offline. You can cancel and resume all the same: it is sent when you are back online.</Trans>
          </Notice>
        )}
        {isReading ? <Skeleton className="h-32 rounded-card" /> : <Open held={held} contents={contents} />}
        <Trials />
        {held !== undefined && held.length > 0 && (
          <NextMonth
            subscriptions={held.map(({ subscription }) => subscription)}
            unsure={new Set(held.flatMap(({ subscription, isSure }) => (isSure ? [] : subscription._id)))}
            balance={balance}
          />
        )}
        <PastSubscriptions isOffline={isOffline} />
      </div>
    </main>
  )
}

function Open({ held, contents }: { held: readonly Dated[]; contents: Contents }) {
  const { t } = useLingui()
  if (held.length === 0 && contents === 'away') return <ListUnavailable icon={<BadgeCheck />} />
  if (held.length === 0) {
    return (
      <EmptyState
        icon={<BadgeCheck />}
        title={t`No subscriptions yet`}
        action={
          <Link to="/explore" className={buttonClass('secondary')}>
            <Trans>Explore</Trans>
          </Link>
        }
      >
        <Trans>Subscribe on the page of a creator. You find and cancel it here.</Trans>
      </EmptyState>
    )
  }
  return (
    <ul role="list" aria-label={t`Subscriptions`} className="grid grid-cols-1 gap-3">
      {held.map(({ subscription, ...dated }) => (
        <li key={subscription._id}>
          <SubscriptionCard subscription={subscription} {...dated} />
        </li>
      ))}
    </ul>
  )
}
