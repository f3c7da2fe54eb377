import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { accessOf } from '../../../content/access.ts'
import { viewersOf } from '../../../content/viewers.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import type { Access } from '../../../infra/things/thing.ts'
import { isParticipant } from '../conversations/queries.ts'
import type { Message } from './entity.ts'

type Priced = Pick<Message, 'id' | 'senderId' | 'price'>

/** Tells if a member of the conversation sees the text and the files of a message. */
export async function isOpenTo(
  em: SqlEntityManager,
  { id, senderId, price }: Priced,
  userId: string,
): Promise<boolean> {
  return price === 0 || senderId === userId || (await isBought(em, id, userId))
}

/** Tells if a message was bought by an account, or by anybody. */
export async function isBought(
  em: SqlEntityManager,
  messageId: string,
  userId: string | null = null,
): Promise<boolean> {
  const found = await em.execute<unknown[]>(
    `select 1 from entitlement where object_type = 'message' and object_id = ? and revoked_at is null
       and (?::uuid is null or user_id = ?::uuid)`,
    [messageId, userId, userId],
  )
  return found.length > 0
}

/**
 * The access of an onlooker to a message that may be bought: what is kept from the viewer is for sale while its sender is
 * open.
 */
export async function messageAccess(em: SqlEntityManager, onlooker: Onlooker, message: Message): Promise<Access> {
  const { id, senderId: performerId, conversationId, price, isDeleted, isHidden } = message
  if (onlooker.userId === null || !(await isParticipant(em, conversationId, onlooker.userId))) return 'hidden'
  const object = { objectType: 'message', id, performerId } as const
  const viewers = await viewersOf(em, onlooker, [object])
  const status = isDeleted ? 'removed' : isHidden ? 'hidden' : 'published'
  return accessOf(viewers(object), { performerId, status, access: price > 0 ? 'paid' : 'public' })
}
