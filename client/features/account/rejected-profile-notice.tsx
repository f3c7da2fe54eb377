import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { translated } from '../../core/api/error-message.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { ProfileChanges } from './profile-changes.tsx'
import type { RejectedProfileChanges } from './rejected-profile-changes.ts'

/** The refused changes of the profile and the reasons; the region is there before the text, so that it is read out. */
export function RejectedProfileNotice({ refused }: { refused: RejectedProfileChanges | null }) {
  return (
    <div role="alert" className="empty:absolute">
      {refused && (
        <Notice tone="danger" className="grid gap-2">
          <p className="font-semibold">
            <Trans>This change was not saved</Trans>
          </p>
          <p>
            <ProfileChanges changes={refused.values} />
          </p>
          {refused.reasons.map((reason) => (
            <p key={reason}>{translated(reason)}</p>
          ))}
          <p>
            <Trans>
              Edit it below and save again. To retry or discard it unchanged, go to{' '}
              <Link to="/outbox" className="font-semibold underline underline-offset-2">
                Waiting to be sent
              </Link>
              .
            </Trans>
          </p>
        </Notice>
      )}
    </div>
  )
}
