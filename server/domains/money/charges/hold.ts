import { LockMode } from '@mikro-orm/postgresql'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Charge } from './entity.ts'

/** A fan spends a top-up in far fewer payments. */
const MOST_HELD = 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Keeps what a charge has earned from becoming free; nothing happens where it is free already, or there is no charge. */
export async function holdEarning(tx: Tx, chargeId: string): Promise<void> {
  const charge = await lockPending(tx, chargeId)
  if (charge) charge.availableAt = null
}

/** Lets what a charge has earned become free after the days of the site; from when it is told again, it stays. */
export async function releaseEarning(tx: Tx, chargeId: string): Promise<void> {
  const charge = await lockPending(tx, chargeId)
  if (!charge || charge.availableAt != null) return
  const { holdDays } = await tx.app.settings.readIn(tx)
  charge.availableAt = new Date(tx.now.getTime() + holdDays * DAY_MS)
}

/**
 * Keeps the earnings that `tokens` bought tokens of a fan have paid from becoming free, until the dispute is won. Tokens
 * are spent in the order in which they were bought: the latest charges come first. Earnings that are free already stay.
 */
export async function holdDisputed(
  tx: Tx,
  { fanId, tokens, disputeId }: { fanId: string; tokens: number; disputeId: string },
): Promise<void> {
  if (tokens <= 0) return
  const latest = { orderBy: { createdAt: 'desc', id: 'desc' }, limit: MOST_HELD } as const
  const made = await tx.em.find(
    Charge,
    { fanId, orderId: null, status: { $ne: 'reversed' as const }, disputeId: null },
    latest,
  )
  let left = tokens
  for (const { id } of made) {
    if (left <= 0) return
    const charge = await tx.em.findOne(Charge, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
    if (!charge) continue
    // Refunds give bought tokens back first.
    const paid = Math.max(0, charge.tokens - charge.granted - charge.refundedTokens)
    if (charge.state === 'pending' && paid > 0) charge.disputeId = disputeId
    left -= paid
  }
}

/** Lets the earnings that a dispute held become free when their time comes. */
export async function releaseDisputed(tx: Tx, disputeId: string): Promise<void> {
  await tx.em.nativeUpdate(Charge, { disputeId }, { disputeId: null })
}

function lockPending(tx: Tx, id: string): Promise<Charge | null> {
  return tx.em.findOne(Charge, { id, state: 'pending' }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
