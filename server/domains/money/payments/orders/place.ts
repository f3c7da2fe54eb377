import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { redeemCoupon } from '../../coupons/redeem.ts'
import { requireWithinBudget } from '../../money/budget/require-within-budget.ts'
import { requireUsableCard } from '../cards/usable-card.ts'
import { pageEnd } from '../page-end.ts'
import { PaymentOrder } from './entity.ts'
import { checkVelocity } from './velocity.ts'

/** An order that is placed. `amount` is its price in cents; a coupon lowers what is paid. */
export type PlacedOrder = Pick<
  PaymentOrder,
  'id' | 'userId' | 'kind' | 'amount' | 'currency' | 'title' | 'returnPath' | 'terms'
> & {
  /** The saved card that pays; the pay page asks for one where it is null. */
  cardId: string | null
  couponCode?: string | null
  /** The creator who sells it, whom a coupon may ask for; null for what the site sells. */
  performerId?: string | null
  /** Renewals are placed while nobody is there, and do not count as attempts of the account. */
  isRenewal?: boolean
}

/**
 * Notes an order, before anything is asked of the provider: `payOrder` pays it after the commit. The same order again is the
 * same one. Refuses as `conflict` an id that stands for something else, as `not-found` a card or a coupon that cannot be
 * used, as `rate-limited` an account that pays too often, as `forbidden` a payment to a creator beyond a limit of the fan.
 */
export async function placeOrder(tx: Tx, placed: PlacedOrder): Promise<PaymentOrder> {
  const { isRenewal = false, couponCode = null, performerId = null, amount, terms, cardId, ...order } = placed
  const asked = { amount, terms, cardId, couponCode }
  await lock(tx, 'payment-order', placed.id)
  const known = await tx.em.findOne(PaymentOrder, { id: placed.id })
  if (known) {
    const isSame = known.userId === placed.userId && known.kind === placed.kind && isDeepStrictEqual(known.asked, asked)
    if (!isSame) throw new Refusal('conflict', 'This was used for something else.')
    return known
  }
  if (cardId !== null) await requireUsableCard(tx, { userId: placed.userId, cardId })
  if (!isRenewal) await checkVelocity(tx, placed)
  const times = { createdAt: tx.now, expiresAt: pageEnd(tx.now) }
  const use = {
    userId: placed.userId,
    kind: placed.kind,
    amount,
    performerId,
    refId: placed.id,
    status: 'reserved',
  } as const
  const quote = couponCode === null ? { amount } : await redeemCoupon(tx, { ...use, code: couponCode })
  if (performerId !== null) {
    await requireWithinBudget(tx, { fanId: placed.userId, performerId, cents: quote.amount })
  }
  const made = tx.em.create(PaymentOrder, { ...order, amount: quote.amount, terms, cardId, isRenewal, asked, ...times })
  await tx.em.flush()
  return made
}
