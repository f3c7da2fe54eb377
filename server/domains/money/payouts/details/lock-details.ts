import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { PayoutDetails } from './entity.ts'

const HELD_MS = 48 * 60 * 60 * 1000

/** The details of a creator under their lock; made where there are none. */
export async function lockDetails(tx: Tx, performerId: string): Promise<PayoutDetails> {
  await lock(tx, 'payout', performerId)
  const known = await tx.em.findOne(PayoutDetails, { performerId }, { refresh: true })
  return known ?? tx.em.create(PayoutDetails, { performerId, updatedAt: tx.now })
}

/** Holds payouts back for 48 hours, because the money goes elsewhere from now on. The owner is told by the caller. */
export function holdPayouts({ now }: Tx, details: PayoutDetails): void {
  Object.assign(details, { lockedUntil: new Date(now.getTime() + HELD_MS), updatedAt: now })
}

/** The moment until which payouts are held back; null where they are not. */
export function heldUntil({ now }: Pick<Tx, 'now'>, details: PayoutDetails | null): Date | null {
  const until = details?.lockedUntil ?? null
  return until !== null && now < until ? until : null
}
