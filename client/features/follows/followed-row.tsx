import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { UserRoundX } from 'lucide-react'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { FollowButton } from './follow-button.tsx'
import type { Followed } from './use-following.ts'

/** One creator of the list: the way to the page, and to follow no longer. */
export function FollowedRow({ row: { _id, creator }, onUnfollow }: { row: Followed; onUnfollow: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 rounded-card pe-2 pb-2 hover:bg-surface">
      {creator ? <CreatorLink creator={creator} /> : <NoCard />}
      <FollowButton
        performerId={_id}
        creator={creator}
        className="w-36 shrink-0"
        onSet={(following) => !following && onUnfollow()}
      />
    </div>
  )
}

function CreatorLink({ creator }: { creator: Creator }) {
  return (
    <Link to="/$profileId" params={{ profileId: creator.username }} className="min-w-0 flex-1 basis-40 rounded-card">
      <ListItem
        leading={<LiveAvatar creator={creator} isInLink />}
        title={<bdi>{creator.name}</bdi>}
        subtitle={<bdi>@{creator.username}</bdi>}
      />
    </Link>
  )
}

function NoCard() {
  return (
    <ListItem
      className="min-w-0 flex-1 basis-40"
      leading={
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-full bg-raised text-muted [&_svg]:size-5"
        >
          <UserRoundX />
        </span>
      }
      title={<Trans>Not available</Trans>}
      subtitle={<Trans>The account may have been deleted.</Trans>}
    />
  )
}
