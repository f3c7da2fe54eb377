import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { unauthenticated } from '../../../../infra/sessions/unauthenticated.ts'
import { User } from '../entity.ts'

/** The account that acts, locked if asked. */
export async function currentUser(tx: Tx, lockMode: LockMode = LockMode.NONE): Promise<User> {
  const user =
    tx.actor && (await tx.em.findOne(User, { id: tx.actor.userId, status: { $ne: 'deactivated' } }, { lockMode }))
  if (!user) throw unauthenticated()
  return user
}
