import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { checkFailedCards } from '../orders/velocity.ts'
import { pageEnd } from '../page-end.ts'
import { requireGateway } from '../require-gateway.ts'
import { requireCustomer } from './customer.ts'
import { PaymentCard } from './entity.ts'

/** Cards that an account can have, removed and blocked ones not counted. */
export const CARDS_MAX = 10

/**
 * Begins to save a card; answers with the address of the provider's page, which alone sees its number. The same `id` again is
 * the same page. Refuses as `conflict` an id that stands for something else and an account with 10 cards, as `rate-limited`
 * one whose cards are declined too often.
 */
export async function addCard(app: App, actor: Actor, id: string): Promise<PaymentCard> {
  const gateway = requireGateway(app)
  const noted = await transact(app, actor, (tx) => noteCard(tx, id))
  if (noted.checkoutId != null) return noted
  const customerId = await requireCustomer(app, actor.userId)
  const { currency } = await app.settings.read()
  const page = `${app.config.publicUrl}/cards`
  const checkout = await gateway.createCardSetup({
    ...{ reference: id, customerId, currency: currency.toLowerCase(), expiresAt: noted.expiresAt },
    ...{ successUrl: `${page}?checkoutId={CHECKOUT_SESSION_ID}`, cancelUrl: page },
  })
  return transact(app, actor, async (tx) => {
    const card = await tx.em.findOneOrFail(PaymentCard, { id })
    if (card.checkoutId == null) Object.assign(card, { checkoutId: checkout.id, url: checkout.url })
    await tx.em.flush()
    return card
  })
}

async function noteCard(tx: Tx, id: string): Promise<PaymentCard> {
  const { userId } = requireActor(tx)
  await lock(tx, 'payer', userId)
  const known = await tx.em.findOne(PaymentCard, { id })
  if (known) {
    if (known.userId !== userId) throw new Refusal('conflict', 'This was used for something else.')
    if (known.checkoutId == null) known.expiresAt = pageEnd(tx.now, known.expiresAt)
    await tx.em.flush()
    return known
  }
  await checkFailedCards(tx, userId)
  if ((await tx.em.count(PaymentCard, { userId, status: 'active' })) >= CARDS_MAX)
    throw new Refusal('conflict', 'You have 10 cards. Remove one before you add another.')
  const times = { createdAt: tx.now, expiresAt: pageEnd(tx.now) }
  const card = tx.em.create(PaymentCard, { id, userId, ...times })
  await tx.em.flush()
  return card
}
