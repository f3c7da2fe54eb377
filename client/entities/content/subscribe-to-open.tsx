import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { Suspense, useEffect, useMemo } from 'react'
import { keptAnswer, useKeptAnswer, VISITOR } from '../../core/api/use-cached-query.ts'
import { keepIntention, takeIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { LazySubscribeOffer } from './lazy-subscribe-offer.ts'
import { useContentActions } from './use-content-actions.ts'
import { useLeastPrice } from './use-least-price.ts'

type Props = {
  performerId: string
  /** The page of the thing that it opens, where a payment leads back to; the creator's where it has none. */
  page?: string | null
}

/**
 * Offers to subscribe where something is for subscribers. A visitor, who is told the price where it is known, signs up first;
 * the creator gets nothing.
 */
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
  if (session.state === 'signed-out') {
    return <SignUpToSubscribe performerId={performerId} isAsked={page === pathname} />
  }
  if (session.user._id === performerId) return null
  return (
    <Button onClick={ask}>
      <Suspense fallback={<Trans>Subscribe</Trans>}>
        <LazySubscribeOffer performerId={performerId} isAsked={page === pathname} />
      </Suspense>
    </Button>
  )
}

type SignUpProps = {
  performerId: string
  /** Asks the server for the price: on one page, and not for each row of a list. */
  isAsked: boolean
}

function SignUpToSubscribe({ performerId: id, isAsked }: SignUpProps) {
  const { i18n } = useLingui()
  const { pathname: path } = useLocation()
  const address = `/performers/${id}`
  const { data } = useKeptAnswer(address, Creator, { isAsked })
  const kept = useMemo(() => keptAnswer(VISITOR, { path: address, query: {} }, Creator), [address])
  const least = useLeastPrice(i18n.locale)((data ?? kept)?.subscription)
  return (
    <Link
      to="/auth/register"
      search={{ next: path }}
      onClick={() => keepIntention({ purpose: 'subscribe', id, name: '', path })}
      className={buttonClass('primary')}
    >
      {least === null ? <Trans>Sign up to subscribe</Trans> : <Trans>Sign up to subscribe from {least}</Trans>}
    </Link>
  )
}
