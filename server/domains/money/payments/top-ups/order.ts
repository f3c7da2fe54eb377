import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { countCouponTry } from '../../coupons/count-try.ts'
import { centsOf } from '../../money/cents.ts'
import type { PaymentOrder } from '../orders/entity.ts'
import { payOrder } from '../orders/pay.ts'
import { placeOrder } from '../orders/place.ts'
import { requireGateway } from '../require-gateway.ts'

/** Tokens that are ordered: a number of them, or a package; and the cents that the buyer saw. */
export type Wanted = { _id: string; amount: number; cardId?: string | undefined; couponCode?: string | undefined } & (
  | { tokens: number }
  | { packageId: string }
)

/**
 * Begins the payment of tokens: with a saved card it is paid at once, else the order has the address of the pay page. The
 * same order again gives the same page. Refuses as `unavailable` where no payments are set up or the provider does not
 * answer, as `invalid` an amount out of bounds, as `conflict` a price that has changed, and whatever `placeOrder` refuses.
 */
export async function orderTopUp(app: App, actor: Actor, wanted: Wanted): Promise<PaymentOrder> {
  requireGateway(app)
  if (wanted.couponCode !== undefined) await countCouponTry(app, actor.userId)
  const { id } = await transact(app, actor, (tx) => noteTopUp(tx, wanted))
  return payOrder(app, id, { isOwnerThere: true })
}

async function noteTopUp(tx: Tx, { _id: id, cardId, couponCode, ...wanted }: Wanted): Promise<PaymentOrder> {
  const { userId } = requireActor(tx)
  const { amount, currency, ...terms } = await priceOf(tx, wanted)
  const title = `${terms.tokens + terms.bonus} tokens`
  const order = { id, userId, kind: 'top-up', amount, currency, title, returnPath: '/wallet', terms } as const
  const placed = await placeOrder(tx, { ...order, cardId: cardId ?? null, couponCode: couponCode ?? null })
  if (placed.amount !== wanted.amount) {
    const text = 'The price has changed. Nothing was charged.'
    throw new Refusal('conflict', text, [{ path: 'amount', message: String(placed.amount) }])
  }
  return placed
}

async function priceOf(tx: Tx, wanted: { tokens: number } | { packageId: string }) {
  const settings = await tx.app.settings.readIn(tx)
  const chosen = 'packageId' in wanted ? settings.tokenPackages.find(({ _id }) => _id === wanted.packageId) : null
  if (chosen === undefined) throw new Refusal('not-found', 'There is no such package any more.')
  const [tokens, bonus] = chosen ? [chosen.tokens, chosen.bonus] : ['tokens' in wanted ? wanted.tokens : 0, 0]
  const tokenCents = Number(centsOf(settings.tokenValue))
  const amount = tokens * tokenCents
  const [least, most] = [centsOf(settings.minimumWalletPrice), centsOf(settings.maximumWalletPrice)].map(Number)
  if (least === undefined || most === undefined || amount < least || amount > most) {
    const text = 'This amount is too small or too large. Choose another one.'
    throw new Refusal('invalid', text, [{ path: 'tokens', message: text }])
  }
  return { tokens, bonus, tokenCents, amount, currency: settings.currency }
}
