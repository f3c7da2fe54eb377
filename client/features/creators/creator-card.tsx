import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBudgetSpent } from '../../core/data-budget/use-data-budget.ts'
import { SizedImage } from '../../core/media/sized-image.tsx'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'

/** A creator in short; `action` stands below, and is no part of the link. */
export function CreatorCard({ creator, action }: { creator: Creator; action?: ReactNode }) {
  const { t } = useLingui()
  const isSpent = useBudgetSpent()
  return (
    <div className="flex w-full min-w-0 flex-col rounded-card border border-line bg-surface shadow-card transition duration-200 ease-out hover:-translate-y-0.5 hover:border-control">
      <div className="relative flex flex-1 flex-col items-center gap-1 overflow-hidden rounded-card px-3 pt-11 pb-3 text-center">
        <span aria-hidden="true" className="dusk-sky absolute inset-x-0 top-0 h-20">
          {creator.cover && !isSpent && (
            <SizedImage src={creator.cover} width={1500} place="strip" className="size-full object-cover" />
          )}
        </span>
        <LiveAvatar creator={creator} size="lg" ring="ring-4 ring-surface" />
        {/* All of it leads to the page, except the portrait of somebody who is live. */}
        <Link
          to="/$profileId"
          params={{ profileId: creator.username }}
          className="flex max-w-full flex-col items-center gap-1 after:absolute after:inset-0 after:rounded-card"
        >
          <span className="mt-1 flex max-w-full items-center gap-1 font-semibold">
            <bdi className="truncate">{creator.name}</bdi>
            {creator.verified && (
              <BadgeCheck className="size-4.5 shrink-0 text-accent-ink" role="img" aria-label={t`Verified`} />
            )}
          </span>
          <span className="max-w-full truncate text-xs text-faint" dir="ltr">
            @{creator.username}
          </span>
          {/* Two lines in any case: cards and their placeholders are of one height. */}
          <span dir="auto" className="mt-1 line-clamp-2 min-h-11 text-sm text-muted">
            {creator.bio}
          </span>
        </Link>
      </div>
      {action && <div className="px-3 pb-4">{action}</div>}
    </div>
  )
}
