import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import type { SettingValues } from '../../../site/settings/defaults.ts'
import { countCouponTry } from '../../coupons/count-try.ts'
import { amountInWords, centsOf } from '../../money/cents.ts'
import { PaymentOrder } from '../orders/entity.ts'
import { expireOrder } from '../orders/expire.ts'
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
  await closeOtherPages(app, actor, wanted._id)
  const { id } = await transact(app, actor, (tx) => noteTopUp(tx, wanted))
  return payOrder(app, id, { isOwnerThere: true })
}

/**
 * Ends the account's other top-ups whose page is open and not paid: a page that was left does not count as a top-up, and of
 * many open ones none can be paid later. One that was paid a moment ago is settled.
 */
async function closeOtherPages(app: App, { userId }: Actor, id: string): Promise<void> {
  const others = { userId, kind: 'top-up', status: 'open', checkoutId: { $ne: null }, id: { $ne: id } } as const
  for (const order of await app.orm.em.fork().find(PaymentOrder, others)) {
    await requireGateway(app).expireCheckout(order.checkoutId ?? '')
    await expireOrder(app, order)
  }
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
  requireBounds(amount, settings)
  return { tokens, bonus, tokenCents, amount, currency: settings.currency }
}

/** Refuses as `invalid` an amount out of bounds, and names the bound. */
function requireBounds(amount: number, settings: SettingValues): void {
  const { minimumWalletPrice, maximumWalletPrice, currency } = settings
  const [least, most] = [Number(centsOf(minimumWalletPrice)), Number(centsOf(maximumWalletPrice))]
  if (amount >= least && amount <= most) return
  const text =
    amount < least
      ? `The smallest top-up is ${amountInWords(least, currency)}.`
      : `The largest top-up is ${amountInWords(most, currency)}.`
  throw new Refusal('invalid', text, [{ path: 'tokens', message: text }])
}
