import type { Fan } from '@vesper/sync/vesper/api/fan-lists.ts'
import type {
  FanListMember as FanListMemberRecord,
  FanList as FanListRecord,
} from '@vesper/sync/vesper/records/fan-list.ts'
import type { FanNote as FanNoteRecord } from '@vesper/sync/vesper/records/fan-note.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import type { FanList, FanNote } from './entity.ts'
import type { FanRow, MemberRow } from './queries.ts'

/** A list for its creator. */
export function fanListView({ id, performerId, name, kind, rule, createdAt, updatedAt }: FanList): FanListRecord {
  return {
    ...{ _id: id, performerId, name, kind, rule: rule ?? null },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  }
}

/** A fan's place on a list, for the creator. One who does not count is no member, and has no name. */
export function fanListMemberView({
  id,
  isHere,
  name,
  username,
  avatar,
  addedAt,
  ...row
}: MemberRow): FanListMemberRecord {
  const { listId, performerId, userId, takes } = row
  const shown = isHere ? { name, username, avatar: avatarUrl(avatar) } : { name: '', username: null, avatar: null }
  return {
    ...{ _id: id, listId, performerId, userId, isMember: isHere, takes, ...shown },
    addedAt: new Date(addedAt).toISOString(),
  }
}

/** A note for its creator. */
export function fanNoteView({ performerId, userId, text, updatedAt }: FanNote): FanNoteRecord {
  return { _id: userId, performerId, text, updatedAt: updatedAt.toISOString() }
}

/** A fan for the creator. The latest activity is told by its day alone. */
export function fanView({ id, name, username, avatar, isFollower, spent, ...times }: FanRow): Fan {
  const { subscribedUntil, lastSeen, since } = times
  return {
    ...{ _id: id, name, username, avatar: avatarUrl(avatar), isFollower, spent },
    subscribedUntil: subscribedUntil?.toISOString() ?? null,
    lastSeenOn: lastSeen === null ? null : new Date(lastSeen).toISOString().slice(0, 10),
    fanSince: new Date(since).toISOString(),
  }
}
