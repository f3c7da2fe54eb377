import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import { Eye, Lock } from 'lucide-react'
import { Avatar } from '../../../core/media/avatar.tsx'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { LiveBadge } from '../../../entities/live/live-badge.tsx'

/** One stream of the page of streams: who, what, how many watch, and what it costs. */
export function StreamCard({ stream }: { stream: Stream }) {
  const { performer, title, viewers } = stream
  return (
    <Link
      to="/live/$username"
      params={{ username: performer.username ?? performer._id }}
      className="grid gap-3 overflow-hidden rounded-card border border-line bg-surface transition-colors duration-150 hover:bg-raised"
    >
      <span className="dusk-sky relative grid aspect-video place-items-center">
        <Avatar name={performer.name} src={performer.avatar} size="xl" className="ring-4 ring-danger" />
        <LiveBadge className="absolute start-3 top-3" />
        <span className="absolute end-3 bottom-3 inline-flex items-center gap-1 rounded-full bg-[#000a] px-2 py-0.5 text-xs font-semibold text-white">
          <Eye className="size-3.5" aria-hidden="true" />
          <Plural value={viewers} one="# viewer" other="# viewers" />
        </span>
      </span>
      <span className="grid gap-1 px-4 pb-4">
        <span dir="auto" className="line-clamp-2 font-semibold">
          {title}
        </span>
        <bdi className="text-sm text-muted">{performer.name}</bdi>
        <Door stream={stream} />
      </span>
    </Link>
  )
}

function Door({ stream: { access, price, rate, kind } }: { stream: Stream }) {
  if (kind === 'public' && access === 'public') return null
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 text-sm">
      <Lock className="size-4" aria-hidden="true" />
      {kind === 'group' && rate !== null ? (
        <>
          <Trans>Group show</Trans> · <TokenPrice value={rate} /> <Trans>a minute</Trans>
        </>
      ) : access === 'paid' && price !== null ? (
        <TokenPrice value={price} />
      ) : access === 'subscribers' ? (
        <Trans>For subscribers</Trans>
      ) : (
        <Trans>For followers</Trans>
      )}
    </span>
  )
}
