import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { laneOfSubscription } from '@vesper/sync/vesper/mutations/subscriptions.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { Suspense, useId, useState } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { DeliveryStateLabel } from '../../core/sync/delivery-state-label.tsx'
import { deliveryStateOf } from '../../core/sync/delivery-state.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { ChangeCard } from './change-card.tsx'
import type { Move } from './move-of.ts'
import { SubscriptionStanding } from './subscription-standing.tsx'

// Few creators rest.
const MovedNotice = lazyAgain(async () => (await import('./moved-notice.tsx')).MovedNotice, 'reach')

type Props = {
  subscription: Subscription
  move?: Move | null
  /** False where pauses may have moved its dates. */
  isSure?: boolean
}

/** One subscription: its price, how long it lasts, and the way to end it or to have it renew again. */
export function SubscriptionCard({ subscription, move = null, isSure = true }: Props) {
  const { i18n } = useLingui()
  const names = useTermNames()
  const named = useId()
  const { performer, type, price, currency, performerId, card, status } = subscription
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <LiveAvatar creator={{ ...performer, _id: performerId }} />
        <div className="grid min-w-32 flex-1 gap-0.5">
          <Link
            to="/$profileId"
            params={{ profileId: performer.username ?? performerId }}
            className="font-semibold [overflow-wrap:anywhere] text-ink"
          >
            <bdi id={named}>{performer.name}</bdi>
          </Link>
          <span className="text-sm text-muted tabular-nums">
            {names[type]}
            {price > 0 && ` · ${formatMoney(price, currency, i18n.locale)}`}
            {card && (
              <>
                {' · '}
                <bdi>{nameOfCard(card)}</bdi>
              </>
            )}
          </span>
        </div>
      </div>
      <SubscriptionStanding subscription={subscription} />
      {!isSure && status !== 'incomplete' && (
        <p className="text-sm text-muted">
          <Trans>The date may have moved.</Trans>
        </p>
      )}
      {move && (status === 'active' || status === 'canceling') && (
        <Suspense fallback={null}>
          <MovedNotice subscription={subscription} move={move} />
        </Suspense>
      )}
      <div className="flex flex-wrap items-start gap-2 empty:hidden">
        <ChangeCard subscription={subscription} named={named} />
        <Change subscription={subscription} isSure={isSure} named={named} />
      </div>
    </Card>
  )
}

type ChangeProps = {
  subscription: Subscription
  isSure: boolean
  /** The id of the element with the name of the creator. */
  named: string
}

/** Cancels after a question, and resumes at once. Both are queued. */
function Change({ subscription: { _id, status, paidThrough, performer }, isSure, named }: ChangeProps) {
  const { t, i18n } = useLingui()
  const sync = useSync()
  const [isAsking, setAsking] = useState(false)
  const sending = useLiveQuery(
    async () => deliveryStateOf(await sync.db.outbox.where('lane').equals(laneOfSubscription({ _id })).sortBy('order')),
    [sync, _id],
  )
  const failed = t`Error occurred, please try again later`
  const cancel = useActionWithToast(async () => void (await sync.mutate('subscription.cancel', { _id })), failed)
  const resume = useActionWithToast(async () => void (await sync.mutate('subscription.resume', { _id })), failed)
  const end = formatDate(new Date(paidThrough), i18n.locale, { dateStyle: 'medium' })
  return (
    <div className="grid justify-items-start gap-1">
      {status === 'canceling' ? (
        <Button kind="secondary" busy={resume.busy} aria-describedby={named} onClick={() => void resume.run()}>
          <Trans>Resume</Trans>
        </Button>
      ) : (
        (status === 'active' || status === 'past_due') && (
          <Button kind="secondary" aria-describedby={named} onClick={() => setAsking(true)}>
            <Trans>Cancel subscription</Trans>
          </Button>
        )
      )}
      <span role="status" className="contents">
        {sending && <DeliveryStateLabel sending={sending} />}
      </span>
      {isAsking && (
        <Dialog
          title={t`Cancel the subscription to ${performer.name}?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="danger" busy={cancel.busy} onClick={() => void cancel.run().then(() => setAsking(false))}>
                <Trans>Cancel subscription</Trans>
              </Button>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                <Trans>Keep subscription</Trans>
              </Button>
            </>
          }
        >
          <p>
            {status === 'past_due' ? (
              <Trans>It ends at once, since its renewal is not paid. Nothing more is charged.</Trans>
            ) : (
              <>
                <Trans>You keep your access until {end}. Nothing more is charged.</Trans>{' '}
                {!isSure && <Trans>The date may have moved.</Trans>}
              </>
            )}
          </p>
        </Dialog>
      )}
    </div>
  )
}
