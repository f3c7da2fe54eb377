import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { BadgeCheck, Gem } from 'lucide-react'
import { useEffect } from 'react'
import { $settings } from '../../core/settings/model.ts'
import { offeredTerms } from '../../entities/content/offered-terms.ts'
import { SubscribeWords } from '../../entities/content/subscribe-words.tsx'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { useSubscription } from './use-subscription.ts'

type Props = {
  creator: Creator
  /** Answers once whether the account was asked for in order to subscribe to this creator. */
  takeIntention?: () => boolean
}

/** Asks to subscribe to a creator who offers it; a subscriber gets to the own subscriptions. */
export function SubscribeButton({ creator, takeIntention }: Props) {
  const { t } = useLingui()
  const { askToSubscribe } = useContentActions()
  const settings = useUnit($settings)
  const held = useSubscription(creator._id, creator.pauses)
  const isSubscribed = !!held && held.status !== 'incomplete'
  const isOffered = offeredTerms(creator.subscription, settings?.freeSubscriptionEnabled ?? false).length > 0
  const ask = () => askToSubscribe({ type: 'performer', id: creator._id, ownerId: creator._id })
  useEffect(() => {
    // Taken also by a subscriber, so that the sheet does not open later.
    if (held !== undefined && settings && takeIntention?.() && !isSubscribed && isOffered) ask()
  })
  if (held === undefined) return null
  if (isSubscribed) {
    return (
      <Link to="/subscriptions" className={buttonClass('secondary', 'px-4')}>
        <BadgeCheck className="size-4.5" aria-hidden="true" />
        {held.autoRenew ? t`Subscribed` : t`Subscription ends`}
      </Link>
    )
  }
  if (!isOffered) return null
  return (
    <Button className="px-4" icon={<Gem className="size-4.5" />} onClick={ask}>
      <SubscribeWords offer={creator.subscription} />
    </Button>
  )
}
