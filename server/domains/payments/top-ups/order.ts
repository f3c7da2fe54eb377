import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../context.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import { lock } from '../../../infra/database/lock.ts'
import { centsOf } from '../../money/units.ts'
import type { Gateway } from '../gateway.ts'
import { TopUp } from './entity.ts'

/** The pay page is open for so long; the provider allows no less. */
const OPEN_MS = 31 * 60 * 1000

/** Tokens that are ordered: a number of them, or a package; and the cents that the buyer saw. */
export type Wanted = { _id: string; amount: number } & ({ tokens: number } | { packageId: string })

/**
 * Begins the payment of tokens; answers with the address of the pay page. The same order again gives the same page. Refuses
 * as `unavailable` where no payments are set up or the provider does not answer, as `invalid` an amount out of bounds, as
 * `conflict` a price that has changed and an id that stands for something else.
 */
export async function orderTopUp(app: App, actor: Actor, wanted: Wanted): Promise<TopUp> {
  const gateway = requireGateway(app)
  const topUp = await transact(app, actor, (tx) => noteOrder(tx, wanted))
  if (topUp.status !== 'created') return topUp
  const { id, amount, currency, expiresAt, tokens, bonus } = topUp
  const wallet = `${app.config.publicUrl}/wallet`
  const checkout = await gateway.createCheckout({
    ...{ reference: id, amount, currency: currency.toLowerCase(), expiresAt },
    title: `${tokens + bonus} tokens`,
    successUrl: `${wallet}?checkoutId={CHECKOUT_SESSION_ID}`,
    cancelUrl: wallet,
  })
  return transact(app, actor, async (tx) => {
    const noted = await tx.em.findOneOrFail(TopUp, { id })
    if (noted.status === 'created') Object.assign(noted, { status: 'open', checkoutId: checkout.id, url: checkout.url })
    await tx.em.flush()
    return noted
  })
}

/** Refuses as `unavailable` where the site takes no payments. */
export function requireGateway({ payments }: App): Gateway {
  if (!payments.gateway) throw new Refusal('unavailable', 'Payments are not set up on this site.')
  return payments.gateway
}

async function noteOrder(tx: Tx, wanted: Wanted): Promise<TopUp> {
  const { userId } = requireActor(tx)
  await lock(tx, 'top-up', wanted._id)
  const order = await priceOf(tx, wanted)
  const known = await tx.em.findOne(TopUp, { id: wanted._id })
  if (known) {
    const isSame = known.userId === userId && known.amount === wanted.amount && known.tokens === order.tokens
    if (!isSame) throw new Refusal('conflict', 'This was used for something else.')
    return known
  }
  if (order.amount !== wanted.amount) {
    const text = 'The price has changed. Nothing was charged.'
    throw new Refusal('conflict', text, [{ path: 'amount', message: String(order.amount) }])
  }
  const times = { createdAt: tx.now, expiresAt: new Date(tx.now.getTime() + OPEN_MS) }
  const topUp = tx.em.create(TopUp, { id: wanted._id, userId, ...order, ...times })
  await tx.em.flush()
  return topUp
}

async function priceOf(tx: Tx, wanted: Wanted) {
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
