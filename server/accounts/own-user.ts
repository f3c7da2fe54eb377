import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { User } from './entity.ts'
import { notSignedIn } from './not-signed-in.ts'

/** The account that acts, locked if asked. */
export async function ownUser(tx: Tx, lockMode: LockMode = LockMode.NONE): Promise<User> {
  const user = tx.actor && (await tx.em.findOne(User, { id: tx.actor.userId, status: 'active' }, { lockMode }))
  if (!user) throw notSignedIn()
  return user
}
