import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { UserPlus } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { keepIntention, takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { WithSync } from '../../core/sync/sync-provider.tsx'
import { isStorageAway, subscribeToSync, syncState } from '../../core/sync/sync.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/list/skeleton.tsx'

// A visitor's page does without the database that it reads.
const FollowButton = lazyAgain(async () => (await import('../../features/follows/follow-button.tsx')).FollowButton)

type Props = {
  creator: Creator
  className?: string
  /** Tells visitors that they sign up first; a card has no room for it. */
  isOnPage?: boolean
}

/** The way to follow a creator, for whoever looks: a visitor signs up or logs in first, and nobody follows themselves. */
export function FollowOrLoginButton({ creator, className, isOnPage = false }: Props) {
  const session = useUnit($session)
  const held = useSyncExternalStore(subscribeToSync, syncState)
  if (session.state !== 'signed-in') {
    const path = `/${creator.username}`
    return (
      <Link
        to={session.state === 'signed-out' ? '/auth/register' : '/auth/login'}
        search={{ next: path }}
        onClick={() => keepIntention({ purpose: 'follow', id: creator._id, name: creator.name, path })}
        className={buttonClass('primary', className)}
      >
        <UserPlus className="size-4.5" />
        {isOnPage ? <Trans>Sign up to follow</Trans> : <Trans>Follow</Trans>}
      </Link>
    )
  }
  if (session.user._id === creator._id) return null
  // The page says what is wrong with the storage, and not each button.
  if (isStorageAway(held)) return null
  const place = <Skeleton className={cx('h-target min-w-32 rounded-control', className)} />
  return (
    <WithSync fallback={place} canWait>
      <Suspense fallback={place}>
        <FollowButton
          performerId={creator._id}
          creator={creator}
          className={cx('min-w-32', className)}
          takeIntention={() => takeIntention('follow', creator._id)}
        />
      </Suspense>
    </WithSync>
  )
}
