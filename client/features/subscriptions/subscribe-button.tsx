import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { BadgeCheck, Gem } from 'lucide-react'
import { $settings } from '../../core/settings/model.ts'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { offeredTerms } from './offered-terms.ts'
import { useSubscription } from './use-subscription.ts'

/** Asks to subscribe to a creator who offers it; a subscriber gets to the own subscriptions. */
export function SubscribeButton({ creator }: { creator: Creator }) {
  const { t } = useLingui()
  const { askToSubscribe } = useContentActions()
  const settings = useUnit($settings)
  const held = useSubscription(creator._id)
  if (held === undefined) return null
  if (held && held.status !== 'incomplete') {
    return (
      <Link to="/subscriptions" className={buttonClass('secondary', 'px-4')}>
        <BadgeCheck className="size-4.5" aria-hidden="true" />
        {held.autoRenew ? t`Subscribed` : t`Subscription ends`}
      </Link>
    )
  }
  if (offeredTerms(creator.subscription, settings?.freeSubscriptionEnabled ?? false).length === 0) return null
  return (
    <Button
      className="px-4"
      icon={<Gem className="size-4.5" />}
      onClick={() => askToSubscribe({ type: 'performer', id: creator._id, ownerId: creator._id })}
    >
      <Trans>Subscribe</Trans>
    </Button>
  )
}
