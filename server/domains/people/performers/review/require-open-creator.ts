import type { EntityManager } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { User } from '../../accounts/entity.ts'
import { Performer } from '../entity.ts'
import { closedReason } from './policy.ts'

/**
 * Refuses as `forbidden`, with what to do, a creator whom others cannot reach: nothing of such an account goes out. A fan
 * passes.
 */
export async function requireOpenCreator(em: EntityManager, userId: string): Promise<void> {
  const user = await em.findOneOrFail(User, { id: userId })
  if (!user.isPerformer) return
  const performer = await em.findOne(Performer, { userId })
  const { status, isPerformer, emailVerifiedAt } = user
  const verification = performer?.verification ?? null
  const reason = closedReason({ status, isPerformer, emailVerifiedAt, verification })
  if (reason !== null) throw new Refusal('forbidden', reason)
}
