import type { Grant } from '@vesper/sync/vesper/records/grant.ts'
import type { Entitlement, Membership } from './entity.ts'

/** An entitlement for the account that holds it. */
export function entitlementView(entitlement: Entitlement): Grant {
  const { id, userId, performerId, objectType, objectId, grantedAt } = entitlement
  return {
    ...{ _id: id, userId, performerId, kind: 'entitlement', objectType, objectId },
    grantedAt: grantedAt.toISOString(),
  }
}

/** A membership for the account that has it. */
export function membershipView({ id, userId, performerId, ...dates }: Membership): Grant {
  return {
    ...{ _id: id, userId, performerId, kind: 'membership' },
    grantedAt: dates.grantedAt.toISOString(),
    accessUntil: dates.accessUntil.toISOString(),
    countedFrom: dates.countedFrom.toISOString(),
  }
}
