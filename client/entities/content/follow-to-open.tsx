import { Trans } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense, use } from 'react'
import { keepIntention } from '../../core/session/intention.ts'
import { $session } from '../../core/session/model.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { ContentActionsContext } from './content-actions.ts'
import type { FollowProps } from './content-actions.ts'

/** `page`: that of the thing, where a visitor comes back to; null for one without a page. */
type Props = FollowProps & { page: string | null }

/** Offers to follow where something is for followers. A visitor signs up first; the creator gets nothing. */
export function FollowToOpen({ performerId: id, thingId, page }: Props) {
  const session = useUnit($session)
  const { pathname } = useLocation()
  const Follow = use(ContentActionsContext)?.follow
  const path = page ?? pathname
  if (session.state === 'signed-out') {
    return (
      <Link
        to="/auth/register"
        search={{ next: path }}
        onClick={() => keepIntention({ purpose: 'follow', id, name: '', path })}
        className={buttonClass('primary')}
      >
        <Trans>Sign up to follow</Trans>
      </Link>
    )
  }
  if (session.user._id === id || !Follow) return null
  return (
    <Suspense fallback={null}>
      <Follow performerId={id} thingId={thingId} />
    </Suspense>
  )
}
