import { LockMode } from '@mikro-orm/postgresql'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Charge } from './entity.ts'
import { tellCreator } from './tell-creator.ts'

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
 * Keeps the earnings that `tokens` bought tokens of a fan have paid from becoming free, until the dispute is won or the fan
 * has paid what is owed. Tokens are spent in the order in which they were bought: the latest charges come first. Earnings
 * that are free already stay.
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
    const paid = boughtOf(charge)
    if (charge.state === 'pending' && paid > 0) {
      charge.disputeId = disputeId
      await tellCreator.dispute(tx, charge, { tokens: charge.tokens })
    }
    left -= paid
  }
}

/** Lets the earnings that a dispute held become free when their time comes. */
export async function releaseDisputed(tx: Tx, disputeId: string): Promise<void> {
  await tx.em.nativeUpdate(Charge, { disputeId }, { disputeId: null })
}

/**
 * Releases earnings that disputes hold as far as the fan has paid for them: those of the latest charges stay, up to the `debt`
 * that is left.
 */
export async function releaseSettled(tx: Tx, { fanId, debt }: { fanId: string; debt: bigint }): Promise<void> {
  const held = { fanId, state: 'pending', disputeId: { $ne: null } } as const
  const charges = await tx.em.find(Charge, held, { orderBy: { createdAt: 'desc', id: 'desc' }, refresh: true })
  let left = debt
  const settled = charges.filter((charge) => {
    if (left <= 0n) return true
    left -= BigInt(boughtOf(charge))
    return false
  })
  for (const charge of settled) charge.disputeId = null
  await tx.em.flush()
}

/** The bought tokens that a charge still has. Refunds give them back first. */
function boughtOf({ tokens, granted, refundedTokens }: Charge): number {
  return Math.max(0, tokens - granted - refundedTokens)
}

function lockPending(tx: Tx, id: string): Promise<Charge | null> {
  return tx.em.findOne(Charge, { id, state: 'pending' }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}
