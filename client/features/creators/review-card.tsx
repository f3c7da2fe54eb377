import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { BadgeCheck, Hourglass, ShieldX } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** How far the review of a creator is, and the way to the own page. */
export function ReviewCard({ user }: { user: Profile }) {
  const { t } = useLingui()
  const states = {
    approved: {
      icon: <BadgeCheck className="text-ok-ink" />,
      title: t`You are a verified creator`,
      text: t`Fans see a mark beside your name.`,
    },
    rejected: {
      icon: <ShieldX className="text-danger-ink" />,
      title: t`Your documents were not accepted`,
      text: t`Write to our support to send them again.`,
    },
    submitted: {
      icon: <Hourglass className="text-warn-ink" />,
      title: t`We are looking at your documents`,
      text: t`Your page is open already; the mark beside your name follows.`,
    },
  }
  const { icon, title, text } = states[user.verification ?? 'submitted']
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span aria-hidden="true" className="grid size-12 place-items-center rounded-full bg-raised [&_svg]:size-6">
        {icon}
      </span>
      <div className="grid min-w-48 flex-1 gap-0.5">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <Link to="/$profileId" params={{ profileId: user.username ?? user._id }} className={buttonClass('secondary')}>
        <Trans>Your page</Trans>
      </Link>
    </Card>
  )
}
