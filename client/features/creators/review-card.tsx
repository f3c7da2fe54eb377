import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { BadgeCheck, Hourglass, MailWarning, ShieldX } from 'lucide-react'
import { creatorStanding } from '../../core/session/creator-standing.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'

/** How far the review of a creator is, and the way to the own page. */
export function ReviewCard({ user }: { user: Profile }) {
  const { t } = useLingui()
  const states = {
    open: {
      icon: <BadgeCheck className="text-ok-ink" />,
      title: t`You are a verified creator`,
      text: t`Fans see a mark beside your name.`,
    },
    rejected: {
      icon: <ShieldX className="text-danger-ink" />,
      title: t`Your account was not approved`,
      text: user.rejectionReason ?? t`Send your documents again. Your drafts and your page are kept.`,
    },
    submitted: {
      icon: <Hourglass className="text-warn-ink" />,
      title: t`We are looking at your documents`,
      text: t`Your account is being reviewed. You can prepare drafts and your page.`,
    },
    unconfirmed: {
      icon: <MailWarning className="text-warn-ink" />,
      title: t`Confirm your email address`,
      text: t`Fans find you once it is confirmed and your documents are reviewed. The link is in the email that we sent you.`,
    },
  }
  const standing = creatorStanding(user)
  const { icon, title, text } = states[standing]
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span aria-hidden="true" className="grid size-12 place-items-center rounded-full bg-raised [&_svg]:size-6">
        {icon}
      </span>
      <div className="grid min-w-48 flex-1 gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm break-words whitespace-pre-line text-muted">{text}</p>
      </div>
      {standing !== 'open' && (
        <Link to="/creator/verification" className={buttonClass(standing === 'rejected' ? 'primary' : 'secondary')}>
          {standing === 'rejected' ? <Trans>Send your documents again</Trans> : <Trans>Your documents</Trans>}
        </Link>
      )}
      <Link to="/$profileId" params={{ profileId: user.username ?? user._id }} className={buttonClass('secondary')}>
        <Trans>Your page</Trans>
      </Link>
    </Card>
  )
}
