import * as v from 'valibot'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { MoneyBack, Order } from '../../../../infra/payments/order-kind.ts'
import { setMembership } from '../../../people/grants/commands.ts'
import { centsOf } from '../../money/cents.ts'
import { regainSale, returnToCard } from '../../money/charges/card-sale.ts'
import { Charge } from '../../money/charges/entity.ts'
import { lockCharge } from '../../money/charges/refund.ts'
import { post } from '../../money/ledger/post.ts'
import { lockPurse, saveWallet } from '../../money/wallets.ts'
import { comeInLines, takeBackLines } from '../../payments/top-ups/lines.ts'
import { Subscription, SubscriptionPeriod } from '../entity.ts'
import { revokeTerm } from './stop.ts'

/**
 * Cents that were taken back: out of the sale, and those that had come to the wallet with unused days before, as tokens of
 * `tokenCents` each.
 */
const Taken = v.object({ sale: v.number(), wallet: v.number(), tokens: v.number(), tokenCents: v.number() })

type Taken = v.InferOutput<typeof Taken>

/**
 * The money of a term has gone back to the card. The sale is taken back, and the access ends with a dispute, or once the whole
 * price is back. Days that had come to the wallet as tokens are taken from there; the fan owes those that are spent.
 */
export async function takeTermBack(tx: Tx, order: Order, { key, reason, cents }: MoneyBack): Promise<Taken> {
  const charge = await chargeOf(tx, order)
  const sale = Math.min(cents, charge.tokens - charge.refundedTokens)
  if (sale > 0) await returnToCard(tx, charge, { cents: sale, reason, key })
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const tokenCents = Number(centsOf(tokenValue))
  const wallet = cents - sale
  const tokens = Math.ceil(wallet / tokenCents)
  const taken = { sale, wallet, tokens, tokenCents }
  if (wallet > 0) {
    const { paid: unspent } = await lockPurse(tx, order.userId)
    const lines = takeBackLines({ ...inWallet(order, taken), unspent })
    await post(tx, { scope: 'term-back', key, request: taken, kind: reason, refId: order.id, lines })
    await saveWallet(tx, order.userId)
  }
  const isWhole = charge.refundedTokens === charge.tokens
  if (reason === 'dispute' || isWhole)
    await revokeTerm(tx, charge.id, reason === 'dispute' ? 'dispute' : 'payment given back')
  return taken
}

/** The bank has decided a dispute for the site: the sale counts again, and the rest of the term is open again. */
export async function giveTermAgain(
  tx: Tx,
  order: Order,
  { key, taken }: MoneyBack & { taken: unknown },
): Promise<void> {
  const charge = await chargeOf(tx, order)
  const parts = v.parse(Taken, taken)
  if (parts.sale > 0) await regainSale(tx, charge, { cents: parts.sale, reason: 'dispute won', key: `won:${key}` })
  if (parts.wallet > 0) {
    const { debt } = await lockPurse(tx, order.userId)
    const lines = comeInLines({ ...inWallet(order, parts), debt })
    await post(tx, { scope: 'term-won', key, request: parts, kind: 'dispute-won', refId: order.id, lines })
    await saveWallet(tx, order.userId)
  }
  const period = await tx.em.findOneOrFail(SubscriptionPeriod, { id: charge.id })
  if (parts.sale === 0 || period.endsAt <= tx.now) return
  const { userId, performerId } = await tx.em.findOneOrFail(Subscription, { id: period.subscriptionId })
  const open = await tx.em.findOne(Subscription, { userId, performerId, endedAt: null })
  if (open && open.accessUntil >= period.endsAt) return
  // It ends by itself and is not renewed; a later subscription does not shorten it.
  await setMembership(tx, { userId, performerId, kind: 'gift', accessUntil: period.endsAt })
}

async function chargeOf(tx: Tx, { id: orderId, userId }: Order): Promise<Charge> {
  await lock(tx, 'subscription', userId)
  const { id } = await tx.em.findOneOrFail(Charge, { orderId })
  const charge = await lockCharge(tx, id)
  if (!charge) throw new Error(`the charge ${id} is gone`)
  return charge
}

function inWallet({ userId: fanId }: Order, { tokens, tokenCents, wallet }: Taken) {
  return { fanId, tokens: BigInt(tokens), bonus: 0n, tokenCents: BigInt(tokenCents), cents: BigInt(wallet) }
}
