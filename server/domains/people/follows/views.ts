import type { Followed, Follower } from '@vesper/sync/vesper/api/follows.ts'
import type { Follow as FollowRecord } from '@vesper/sync/vesper/records/follow.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import type { Follow } from './entity.ts'
import type { FollowRow } from './queries.ts'

/** A follow for the account that follows. */
export function followView(follow: Follow): FollowRecord {
  return { _id: follow.performerId, followerId: follow.followerId, createdAt: follow.createdAt.toISOString() }
}

/** Who follows, for the creator. */
export function followerView({ id, name, username, avatar, isPerformer, followedAt }: FollowRow): Follower {
  const followed = new Date(followedAt).toISOString()
  return { _id: id, name, username, avatar: avatarUrl(avatar), isPerformer, followedAt: followed }
}

/** Who is followed, for the follower. */
export function followedView(row: FollowRow): Followed {
  return { ...followerView(row), isActive: row.isOpen }
}
