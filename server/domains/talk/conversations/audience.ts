import { blocksBetween } from '../../../content/blocks.ts'
import type { Audience } from '../../../infra/live/audience.ts'

/** The members of conversations, as live events and pokes ask for them. */
export const conversationAudience: Pick<Audience, 'isMember' | 'otherMember' | 'membersOf'> = {
  isMember: (conversation, user) =>
    `exists (select from conversation_member m where m.conversation_id = ${conversation} and m.user_id = ${user})`,
  async otherMember(em, { conversationId, userId }) {
    const [other] = await em.execute<{ userId: string }[]>(
      `select theirs.user_id as "userId" from conversation_member mine
       join conversation_member theirs on theirs.conversation_id = mine.conversation_id and theirs.user_id <> mine.user_id
       where mine.conversation_id = ? and mine.user_id = ? and not ${blocksBetween('mine.user_id', 'theirs.user_id')}`,
      [conversationId, userId],
    )
    return other
  },
  membersOf: (em, conversationIds) =>
    em.execute(
      `select conversation_id as id, array_agg(user_id::text) as "userIds" from conversation_member
       where conversation_id = any(?::uuid[]) group by conversation_id`,
      [`{${conversationIds.join()}}`],
    ),
}
