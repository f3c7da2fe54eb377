import type { SessionRecord } from '@vesper/sync/vesper/api/auth.ts'
import type { UserView } from '@vesper/sync/vesper/api/users.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { placeOf } from '@vesper/sync/vesper/records/place.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { avatarUrl, coverUrl } from '../../../infra/files/views.ts'
import type { Session } from '../../../infra/sessions/entity.ts'
import type { User } from './entity.ts'

/** An account as it sees itself, without the parts that other domains know. */
export function profileView(user: User): Profile {
  return {
    _id: user.id,
    email: user.email ?? user.pendingEmail ?? null,
    emailVerified: user.email != null && user.emailVerifiedAt != null,
    pendingEmail: user.email == null ? null : (user.pendingEmail ?? null),
    username: user.username ?? null,
    name: user.name,
    bio: user.bio,
    avatar: avatarUrl(user.avatarFileId),
    cover: coverUrl(user.coverFileId),
    isPerformer: user.isPerformer,
    ...(user.isStaff && { isStaff: true }),
    balance: user.balance,
    verification: null,
    rejectionReason: null,
    phone: user.phone ?? null,
    ...placeOf(user),
    language: user.language ?? null,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}

/** A user as the other side of a conversation sees one. */
export function participantView(user: User): Participant {
  return {
    _id: user.id,
    name: user.name,
    username: user.username ?? null,
    avatar: avatarUrl(user.avatarFileId),
    isPerformer: user.isPerformer,
  }
}

/** A user as anyone signed in may see one: no email, no balance. */
export function userView(user: User): UserView {
  return { ...participantView(user), bio: user.bio, createdAt: user.createdAt.toISOString() }
}

/** A session as its account sees it; `currentId` is the session that asks. */
export function sessionView(
  session: Session,
  { currentId, waiting }: { currentId: string; waiting: number },
): SessionRecord {
  return {
    _id: session.id,
    userAgent: session.userAgent,
    current: session.id === currentId,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    waiting,
  }
}
