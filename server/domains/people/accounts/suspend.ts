import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from './entity.ts'
import { standingChanged } from './standing-changed.ts'

/**
 * Suspends an account: others no longer find it, and its sessions open little beside its decisions. All that it has stays.
 * Suspending it again changes nothing. Refuses as `not-found` an id without an account, as `conflict` one that its owner has
 * closed. A decision of staff does it (`domains/community/cases`), so that the account can read why.
 */
export async function suspendAccount(tx: Tx, userId: string, reason: string): Promise<void> {
  const user = await lockAccount(tx, userId)
  if (user.status === 'suspended') return
  audit(tx, { action: 'account.suspend', subjectId: user.id, before: { status: user.status }, text: reason })
  Object.assign(user, { status: 'suspended', updatedAt: tx.now })
  await standingChanged(tx, user.id)
  tx.afterCommit(() => tx.app.live.recheckRooms([user.id]))
}

/** Opens a suspended account again, as it was. Gives false for one that is open. Refuses as `suspendAccount` does. */
export async function reactivateAccount(tx: Tx, userId: string): Promise<boolean> {
  const user = await lockAccount(tx, userId)
  if (user.status === 'active') return false
  audit(tx, { action: 'account.reactivate', subjectId: user.id, before: { status: user.status } })
  Object.assign(user, { status: 'active', updatedAt: tx.now })
  await standingChanged(tx, user.id)
  return true
}

async function lockAccount(tx: Tx, id: string): Promise<User> {
  const user = await tx.em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!user) throw new Refusal('not-found', 'There is no such account.')
  if (user.status === 'deactivated') throw new Refusal('conflict', 'The owner has closed this account.')
  return user
}
