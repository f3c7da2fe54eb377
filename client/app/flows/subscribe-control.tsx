import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { isStorageAway, subscribeToSync, syncState } from '../../core/sync/sync.ts'
import { buttonClass } from '../../ui/controls/button.tsx'

// A visitor's page does without the database that it reads.
const SubscribeButton = lazyAgain(
  async () => (await import('../../features/subscriptions/subscribe-button.tsx')).SubscribeButton,
  'app',
)

/** The way to subscribe to a creator; a visitor logs in first, and nobody subscribes to themselves. */
export function SubscribeControl({ creator }: { creator: Creator }) {
  const session = useUnit($session)
  const held = useSyncExternalStore(subscribeToSync, syncState)
  const { subscription } = creator
  const isOffered = !!subscription && (subscription.isFree || Object.values(subscription.prices).some(Boolean))
  if (session.state !== 'signed-in') {
    if (!isOffered) return null
    return (
      <Link to="/auth/login" search={{ next: `/${creator.username}` }} className={buttonClass('secondary', 'px-4')}>
        <Trans>Subscribe</Trans>
      </Link>
    )
  }
  if (session.user._id === creator._id || isStorageAway(held)) return null
  return (
    <WithSync fallback={null}>
      <Suspense fallback={null}>
        <SubscribeButton creator={creator} />
      </Suspense>
    </WithSync>
  )
}
