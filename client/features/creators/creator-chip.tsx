import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'

/** A creator in the smallest place: under one another where there is little room, and in a line beside a feed. */
export function CreatorChip({ creator, action }: { creator: Creator; action: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="flex w-30 flex-col gap-2 lg:w-full lg:flex-row lg:items-center">
      <div className="relative flex min-w-0 flex-1 flex-col items-center gap-1 rounded-card text-center text-sm lg:flex-row lg:gap-3 lg:text-start">
        <LiveAvatar creator={creator} />
        {/* All of it leads to the page, except the portrait of somebody who is live. */}
        <Link
          to="/$profileId"
          params={{ profileId: creator.username }}
          className="flex w-full min-w-0 items-center justify-center gap-1 font-semibold after:absolute after:inset-0 after:rounded-card lg:justify-start"
        >
          <bdi className="truncate">{creator.name}</bdi>
          {creator.verified && (
            <BadgeCheck className="size-4 shrink-0 text-accent-ink" role="img" aria-label={t`Verified`} />
          )}
        </Link>
      </div>
      {action}
    </div>
  )
}
