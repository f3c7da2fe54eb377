import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/records/creator.ts'
import { BadgeCheck } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'

export function CreatorCard({ creator }: { creator: Creator }) {
  const { t } = useLingui()
  return (
    <Link
      to="/$profileId"
      params={{ profileId: creator.username }}
      className="group relative flex w-full flex-col items-center gap-1 overflow-hidden rounded-card border border-line bg-surface px-3 pt-11 pb-5 text-center shadow-card transition duration-200 ease-out hover:-translate-y-0.5 hover:border-control"
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
  )
}

function coverOf(cover: string | null) {
  return cover ? { backgroundImage: `url(${JSON.stringify(cover)})` } : undefined
}
