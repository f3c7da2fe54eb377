import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense, useEffect } from 'react'
import { keepIntention, takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { LazySubscribeOffer } from './lazy-subscribe-offer.ts'
import { useContentActions } from './use-content-actions.ts'

type Props = {
  performerId: string
  /** The page of the thing that it opens, where a payment leads back to; the creator's where it has none. */
  page?: string | null
}

/** Offers to subscribe where something is for subscribers. A visitor signs up first; the creator gets nothing. */
export function SubscribeToOpen({ performerId, page }: Props) {
  const session = useUnit($session)
  const { askToSubscribe } = useContentActions()
  const { pathname } = useLocation()
  const back = page != null && { page }
  const ask = () => askToSubscribe({ type: 'performer', id: performerId, ownerId: performerId, ...back })
  const isFan = session.state === 'signed-in' && session.user._id !== performerId
  useEffect(() => {
    if (isFan && takeIntention('subscribe', performerId)) ask()
  })
  if (session.state === 'signed-out') return <SignUpToSubscribe performerId={performerId} />
  if (session.user._id === performerId) return null
  return (
    <Button onClick={ask}>
      <Suspense fallback={<Trans>Subscribe</Trans>}>
        <LazySubscribeOffer performerId={performerId} isAsked={page === pathname} />
      </Suspense>
    </Button>
  )
}

function SignUpToSubscribe({ performerId: id }: { performerId: string }) {
  const { pathname: path } = useLocation()
  return (
    <Link
      to="/auth/register"
      search={{ next: path }}
      onClick={() => keepIntention({ purpose: 'subscribe', id, name: '', path })}
      className={buttonClass('primary')}
    >
      <Trans>Sign up to subscribe</Trans>
    </Link>
  )
}
