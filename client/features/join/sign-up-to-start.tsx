import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { keepIntention } from '../../core/session/intention.ts'
import { buttonClass } from '../../ui/controls/button.tsx'

type Props = {
  creator: Participant
  /** The page that the login leads back to. */
  path: string
  /** The session of somebody has ended: they log in again. */
  isKnown: boolean
}

/** Leads a visitor to an account; back on the page, the offer is used without another press. */
export function SignUpToStart({ creator: { _id: id, name }, path, isKnown }: Props) {
  return (
    <Link
      to={isKnown ? '/auth/login' : '/auth/register'}
      search={{ next: path }}
      onClick={() => keepIntention({ purpose: 'subscribe', id, name, path })}
      className={buttonClass('primary', 'w-full')}
    >
      <Trans>Sign up to start</Trans>
    </Link>
  )
}
