import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** Accounts that hear of spaces which are not their own. Domains hand over the parts by their manifests. */
export type Audience = {
  /** SQL: an account is a member of a conversation. Both arguments are expressions of ids. */
  isMember: (conversation: string, user: string) => string
  /**
   * The other member of a conversation of `userId`. Undefined for an account that is no member, and where one of the two
   * blocks the other.
   */
  otherMember: (
    em: SqlEntityManager,
    asked: { conversationId: string; userId: string },
  ) => Promise<{ userId: string } | undefined>
  /** The members of conversations, by the conversation's id. */
  membersOf: (em: SqlEntityManager, conversationIds: readonly string[]) => Promise<{ id: string; userIds: string[] }[]>
  /** The pairs of creators and followers among these. */
  followersAmong: (
    em: SqlEntityManager,
    among: { performerIds: readonly string[]; userIds: readonly string[] },
  ) => Promise<{ performerId: string; userId: string }[]>
}
