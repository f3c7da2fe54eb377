import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '../../core/media/avatar.tsx'

/** A creator in short; `action` stands below, and is no part of the link. */
export function CreatorCard({ creator, action }: { creator: Creator; action?: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="flex w-full min-w-0 flex-col rounded-card border border-line bg-surface shadow-card transition duration-200 ease-out hover:-translate-y-0.5 hover:border-control">
      <Link
        to="/$profileId"
        params={{ profileId: creator.username }}
        className="relative flex flex-1 flex-col items-center gap-1 overflow-hidden rounded-card px-3 pt-11 pb-3 text-center"
      >
        <span
          aria-hidden="true"
          className="dusk-sky absolute inset-x-0 top-0 h-20 bg-cover bg-center"
          style={coverOf(creator.cover)}
        />
        <Avatar name={creator.name} src={creator.avatar} size="lg" className="ring-4 ring-surface" />
        <span className="mt-1 flex max-w-full items-center gap-1 font-semibold">
          <bdi className="truncate">{creator.name}</bdi>
          {creator.verified && (
            <BadgeCheck className="size-4.5 shrink-0 text-accent-ink" role="img" aria-label={t`Verified`} />
          )}
        </span>
        <span className="max-w-full truncate text-xs text-faint" dir="ltr">
          @{creator.username}
        </span>
        {creator.bio && (
          <span dir="auto" className="mt-1 line-clamp-2 text-sm text-muted">
            {creator.bio}
          </span>
        )}
      </Link>
      {action && <div className="px-3 pb-4">{action}</div>}
    </div>
  )
}

function coverOf(cover: string | null) {
  return cover ? { backgroundImage: `url(${JSON.stringify(cover)})` } : undefined
}
