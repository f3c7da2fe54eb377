import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { endsOf } from './ends-of.ts'
import { Entitlement, Membership } from './entity.ts'
import { leaveRooms } from './leave-rooms.ts'

type Owned = Pick<Entitlement, 'userId' | 'objectType' | 'objectId'>

/** Gives an account the right to one thing of a creator. Given again, it is one right. Callers have checked the object. */
export async function grantEntitlement(
  tx: Tx,
  { performerId, source, ...owned }: Owned & Pick<Entitlement, 'performerId' | 'source'>,
): Promise<Entitlement> {
  await lock(tx, 'grants', owned.userId)
  const held = await tx.em.findOne(Entitlement, owned)
  if (held && !held.revokedAt) return held
  const granted = { source, grantedAt: tx.now, revokedAt: null }
  const entitlement = held
    ? tx.em.assign(held, granted)
    : tx.em.create(Entitlement, { ...owned, performerId, ...granted })
  await tx.em.flush()
  return entitlement
}

/** Takes the right to one thing from an account; without one, nothing happens. */
export async function revokeEntitlement(tx: Tx, owned: Owned): Promise<void> {
  await lock(tx, 'grants', owned.userId)
  const held = await tx.em.findOne(Entitlement, { ...owned, revokedAt: null })
  if (!held) return
  held.revokedAt = tx.now
  await tx.em.flush()
  leaveRooms(tx, owned.userId)
}

/** `countedFrom` is when the clock of `accessUntil` was set; now unless told. */
type Term = Pick<Membership, 'userId' | 'performerId' | 'kind' | 'accessUntil'> & { countedFrom?: Date }

/** Sets until when an account is a member of a creator, also to a moment that has passed. */
export async function setMembership(
  tx: Tx,
  { userId, performerId, kind, accessUntil, countedFrom = tx.now }: Term,
): Promise<Membership> {
  await lock(tx, 'grants', userId)
  const held = await tx.em.findOne(Membership, { userId, performerId })
  const endOf = await endsOf(tx, [performerId])
  const end = endOf({ performerId, accessUntil, countedFrom })
  // The later end stands, of a gift, a trial and a subscription.
  if (held && held.kind !== kind && endOf(held) > end) return held
  const endedAt = end > tx.now ? null : tx.now
  const term = { kind, accessUntil, countedFrom, endedAt }
  const membership = held
    ? tx.em.assign(held, term)
    : tx.em.create(Membership, { userId, performerId, ...term, grantedAt: tx.now })
  await tx.em.flush()
  if (endedAt) leaveRooms(tx, userId)
  return membership
}
