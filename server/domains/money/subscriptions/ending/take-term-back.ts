import * as v from 'valibot'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { MoneyBack, Order } from '../../../../infra/payments/order-kind.ts'
import { setMembership } from '../../../people/grants/commands.ts'
import { Membership } from '../../../people/grants/entity.ts'
import { centsOf } from '../../money/cents.ts'
import { regainSale, returnToCard } from '../../money/charges/card-sale.ts'
import { Charge } from '../../money/charges/entity.ts'
import { lockCharge } from '../../money/charges/refund.ts'
import { post } from '../../money/ledger/post.ts'
import { lockPurse, saveWallet } from '../../money/wallets.ts'
import { comeInLines, takeBackLines } from '../../payments/top-ups/lines.ts'
import { clockOf } from '../clock.ts'
import { Subscription, SubscriptionPeriod } from '../entity.ts'
import { revokeTerm } from './stop.ts'

/**
 * Cents that were taken back: out of the sale, and those that had come to the wallet with unused days before, as tokens of
 * `tokenCents` each. Below 0 they were given again. `isEnded`: the subscription has ended for it; unknown of earlier ones.
 */
const Taken = v.object({
  ...{ sale: v.number(), wallet: v.number(), tokens: v.number(), tokenCents: v.number() },
  isEnded: v.optional(v.boolean(), true),
})

type Taken = v.InferOutput<typeof Taken>

/**
 * The money of a term has gone back to the card. The sale is taken back, and the access ends with a dispute, or once the whole
 * price is back. Days that had come to the wallet as tokens are taken from there; the fan owes those that are spent.
 */
export async function takeTermBack(tx: Tx, order: Order, back: MoneyBack): Promise<Taken> {
  const { key, reason, before, after } = back
  const charge = await chargeOf(tx, order)
  const cents = after - before
  const sale = Math.min(cents, charge.tokens - charge.refundedTokens)
  if (sale > 0) await returnToCard(tx, charge, { cents: sale, reason, key })
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const taken = inTokens(back, cents - sale, Number(centsOf(tokenValue)))
  if (taken.wallet > 0) {
    const { paid: unspent } = await lockPurse(tx, order.userId)
    const lines = takeBackLines({ ...inWallet(order, taken), unspent })
    await post(tx, { scope: 'term-back', key, request: taken, kind: reason, refId: order.id, lines })
    await saveWallet(tx, order.userId)
  }
  const isOwed = reason === 'dispute' || after >= order.amount
  const why = reason === 'dispute' ? 'dispute' : 'payment given back'
  const isEnded = isOwed && (await revokeTerm(tx, charge.id, why))
  if (isOwed && !isEnded) await closeAgain(tx, charge.id)
  return { ...taken, sale, isEnded }
}

/**
 * A dispute was won, or a refund has failed: the sale counts again. The rest of the term is open again, unless it had ended for
 * another reason, is disputed still, or all of its money is back with the payer.
 */
export async function giveTermAgain(tx: Tx, order: Order, back: MoneyBack): Promise<Taken> {
  const { key, reason, before, after, isDisputed } = back
  const charge = await chargeOf(tx, order)
  const earlier = v.parse(v.array(Taken), back.taken)
  const cents = before - after
  // The last that was taken comes first.
  const wallet = Math.min(cents, sumOf(earlier, 'wallet'))
  const sale = cents - wallet
  if (sale > 0) {
    const why = reason === 'dispute' ? 'dispute won' : 'refund failed'
    await regainSale(tx, charge, { cents: sale, reason: why, key: `won:${key}` })
  }
  const taken = inTokens(back, -wallet, earlier[0]?.tokenCents ?? 1)
  if (wallet > 0) {
    const { debt } = await lockPurse(tx, order.userId)
    const given = inWallet(order, { ...taken, wallet, tokens: -taken.tokens })
    const kind = reason === 'dispute' ? 'dispute-won' : 'refund-failed'
    const lines = comeInLines({ ...given, debt })
    await post(tx, { scope: 'term-won', key, request: taken, kind, refId: order.id, lines })
    await saveWallet(tx, order.userId)
  }
  const isOpen = !isDisputed && after < order.amount && earlier.some(({ isEnded }) => isEnded)
  if (isOpen) await openAgain(tx, charge.id)
  return { ...taken, sale: -sale, isEnded: false }
}

/** The cents of the wallet's part as tokens, so that all parts together are those of the whole. */
function inTokens({ taken }: MoneyBack, wallet: number, tokenCents: number) {
  const earlier = v.parse(v.array(Taken), taken)
  const all = Math.ceil((sumOf(earlier, 'wallet') + wallet) / tokenCents)
  return { wallet, tokens: all - sumOf(earlier, 'tokens'), tokenCents }
}

function sumOf(taken: readonly Taken[], part: 'wallet' | 'tokens'): number {
  return taken.reduce((sum, one) => sum + one[part], 0)
}

/** Opens the rest of a term. It ends by itself and is not renewed; a later subscription does not shorten it. */
async function openAgain(tx: Tx, chargeId: string): Promise<void> {
  const { endsAt, subscription, open, end } = await termOf(tx, chargeId)
  if (end <= tx.now) return
  if (open && (await clockOf(tx, open)).moved(open.accessUntil) >= end) return
  const { userId, performerId, anchor: countedFrom } = subscription
  await setMembership(tx, { userId, performerId, kind: 'gift', accessUntil: endsAt, countedFrom })
}

/** Closes the rest of a term that `openAgain` has opened. A subscription that began since keeps its access. */
async function closeAgain(tx: Tx, chargeId: string): Promise<void> {
  const { endsAt, subscription, open, end } = await termOf(tx, chargeId)
  const { userId, performerId } = subscription
  const held = await tx.em.findOne(Membership, { userId, performerId, kind: 'gift', accessUntil: endsAt })
  if (!held || end <= tx.now) return
  const lasts = open && open.accessUntil > (await clockOf(tx, open)).now
  const until = lasts ? { accessUntil: open.accessUntil, countedFrom: open.anchor } : { accessUntil: tx.now }
  await setMembership(tx, { userId, performerId, kind: 'gift', ...until })
}

/** A term with its subscription, the one of the pair that is open, and `end`, as pauses have moved its end. */
async function termOf(tx: Tx, chargeId: string) {
  const { endsAt, subscriptionId } = await tx.em.findOneOrFail(SubscriptionPeriod, { id: chargeId })
  const subscription = await tx.em.findOneOrFail(Subscription, { id: subscriptionId })
  const { userId, performerId } = subscription
  const open = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  return { endsAt, subscription, open, end: (await clockOf(tx, subscription)).moved(endsAt) }
}

async function chargeOf(tx: Tx, { id: orderId, userId }: Order): Promise<Charge> {
  await lock(tx, 'subscription', userId)
  const { id } = await tx.em.findOneOrFail(Charge, { orderId })
  const charge = await lockCharge(tx, id)
  if (!charge) throw new Error(`the charge ${id} is gone`)
  return charge
}

type InWallet = Pick<Taken, 'tokens' | 'tokenCents' | 'wallet'>

function inWallet({ userId: fanId }: Order, { tokens, tokenCents, wallet }: InWallet) {
  return { fanId, tokens: BigInt(tokens), bonus: 0n, tokenCents: BigInt(tokenCents), cents: BigInt(wallet) }
}
