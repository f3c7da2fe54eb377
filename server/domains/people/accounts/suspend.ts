import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { endSessions } from '../../../infra/sessions/sessions.ts'
import { User } from './entity.ts'
import { standingChanged } from './standing-changed.ts'

/**
 * Closes an account: its sessions end, nobody logs in, and others no longer find it. All that it has stays. Closing it again
 * changes nothing. Refuses as `not-found` a username without an account, as `conflict` one that its owner has closed.
 */
export async function suspendAccount(tx: Tx, username: string, reason: string): Promise<void> {
  const user = await lockAccount(tx, username)
  if (user.status === 'suspended') return
  audit(tx, { action: 'account.suspend', subjectId: user.id, before: { status: user.status }, text: reason })
  Object.assign(user, { status: 'suspended', updatedAt: tx.now })
  await standingChanged(tx, user.id)
  await endSessions(tx, user.id)
  tx.afterCommit(() => tx.app.live.recheckRooms([user.id]))
}

/** Opens a suspended account again, as it was. Refuses as `suspendAccount` does. */
export async function reactivateAccount(tx: Tx, username: string): Promise<void> {
  const user = await lockAccount(tx, username)
  if (user.status === 'active') return
  audit(tx, { action: 'account.reactivate', subjectId: user.id, before: { status: user.status } })
  Object.assign(user, { status: 'active', updatedAt: tx.now })
  await standingChanged(tx, user.id)
}

async function lockAccount(tx: Tx, username: string): Promise<User> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const user = await tx.em.findOne(User, { username: username.toLowerCase() }, { lockMode })
  if (!user) throw new Refusal('not-found', `There is no account "${username}".`)
  if (user.status === 'deactivated') throw new Refusal('conflict', 'The owner has closed this account.')
  return user
}
