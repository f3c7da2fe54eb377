import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { keepIntention, takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { isStorageAway, subscribeToSync, syncState } from '../../core/sync/sync.ts'
import { useLeastPrice } from '../../entities/content/use-least-price.ts'
import { buttonClass } from '../../ui/controls/button.tsx'

// A visitor's page does without the database that it reads.
const SubscribeButton = lazyAgain(
  async () => (await import('../../features/subscriptions/subscribe-button.tsx')).SubscribeButton,
  'app',
)

/** The way to subscribe to a creator; a visitor signs up first, and nobody subscribes to themselves. */
export function SubscribeControl({ creator }: { creator: Creator }) {
  const session = useUnit($session)
  const held = useSyncExternalStore(subscribeToSync, syncState)
  const { subscription } = creator
  const isOffered = !!subscription && (subscription.isFree || Object.values(subscription.prices).some(Boolean))
  if (session.state !== 'signed-in') {
    if (!isOffered) return null
    return <SignUpToSubscribe creator={creator} isKnown={session.state !== 'signed-out'} />
  }
  if (session.user._id === creator._id || isStorageAway(held)) return null
  return (
    <WithSync fallback={null}>
      <Suspense fallback={null}>
        <SubscribeButton creator={creator} takeIntention={() => takeIntention('subscribe', creator._id)} />
      </Suspense>
    </WithSync>
  )
}

/** `isKnown`: somebody whose session has ended logs in again. */
function SignUpToSubscribe({ creator, isKnown }: { creator: Creator; isKnown: boolean }) {
  const { i18n } = useLingui()
  const path = `/${creator.username}`
  const least = useLeastPrice(i18n.locale)(creator.subscription)
  return (
    <Link
      to={isKnown ? '/auth/login' : '/auth/register'}
      search={{ next: path }}
      onClick={() => keepIntention({ purpose: 'subscribe', id: creator._id, name: creator.name, path })}
      className={buttonClass('secondary', 'px-4')}
    >
      {least === null ? <Trans>Sign up to subscribe</Trans> : <Trans>Sign up to subscribe from {least}</Trans>}
    </Link>
  )
}
