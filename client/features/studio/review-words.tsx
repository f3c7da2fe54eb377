import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { creatorStanding } from '../../core/session/creator-standing.ts'
import { Notice } from '../../ui/form/notice.tsx'

/** Says to a creator why fans cannot reach the account yet, and what to do. Shows nothing once they can. */
export function ReviewWords({ user }: { user: Profile }) {
  const standing = creatorStanding(user)
  if (standing === 'open') return null
  if (standing === 'submitted') {
    return (
      <Notice>
        <p>
          <Trans>Your account is being reviewed. You can prepare drafts and your page.</Trans>
        </p>
        <Link to="/creator/verification" className="font-semibold underline">
          <Trans>See your documents</Trans>
        </Link>
      </Notice>
    )
  }
  if (standing === 'unconfirmed') {
    return (
      <Notice tone="warning">
        <p>
          <Trans>Confirm your email address to publish: open the link in the email that we sent you.</Trans>
        </p>
        {user.verification === 'submitted' && (
          <p>
            <Trans>Your account is being reviewed. You can prepare drafts and your page.</Trans>
          </p>
        )}
        <Link to="/creator/account" className="font-semibold underline">
          <Trans>Send the link again</Trans>
        </Link>
      </Notice>
    )
  }
  return (
    <Notice tone="warning" className="grid gap-2">
      <p className="font-semibold">
        <Trans>Your account was not approved</Trans>
      </p>
      {user.rejectionReason && (
        <p className="break-words whitespace-pre-line">
          <bdi>{user.rejectionReason}</bdi>
        </p>
      )}
      <p>
        <Trans>Your drafts and your page are kept.</Trans>
      </p>
      <Link to="/creator/verification" className="font-semibold underline">
        <Trans>Send your documents again</Trans>
      </Link>
    </Notice>
  )
}
