import { LockMode } from '@mikro-orm/postgresql'
import { validate } from 'uuid'
import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { SetupCheckout } from '../gateway.ts'
import { requireGateway } from '../require-gateway.ts'
import { PaymentCard } from './entity.ts'
import { hasDefaultCard, sameCards } from './same-cards.ts'

/**
 * Brings a card to where its page stands: asked by a webhook and by the return page, in any order and number. Null where no
 * card has this checkout. A card that is saved already, by its number, takes the place of the one before.
 */
export async function confirmCardSetup(app: App, checkoutId: string): Promise<PaymentCard | null> {
  const gateway = requireGateway(app)
  const known = await app.orm.em.fork().findOne(PaymentCard, { checkoutId })
  if (known && known.status !== 'open') return known
  const checkout = await gateway.readCardSetup(checkoutId)
  if (!checkout?.reference || !validate(checkout.reference) || checkout.isLive !== gateway.isLive) return known
  const { reference } = checkout
  return transact(app, null, (tx) => settle(tx, reference, checkout))
}

async function settle(tx: Tx, id: string, checkout: SetupCheckout): Promise<PaymentCard | null> {
  const known = await tx.em.findOne(PaymentCard, { id })
  if (!known) return null
  await lock(tx, 'payer', known.userId)
  const card = await tx.em.findOneOrFail(PaymentCard, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  card.checkoutId ??= checkout.id
  if (card.checkoutId !== checkout.id || card.status !== 'open' || !checkout.card) return card
  const { userId } = card
  const { own, isBlocked } = await sameCards(tx, { userId, ...checkout.card })
  for (const one of own) if (one.status === 'active') Object.assign(one, { status: 'removed', isDefault: false })
  await tx.em.flush()
  const hasDefault = await hasDefaultCard(tx, userId)
  const replaced = own.filter((one) => one.id !== id).map((one) => one.id)
  if (replaced.length > 0) {
    for (const { replaceCards } of tx.app.domains.orderKinds.values())
      await replaceCards?.(tx, { from: replaced, to: id })
  }
  Object.assign(card, checkout.card, { url: null, status: isBlocked ? 'blocked' : 'active' })
  card.isDefault = !isBlocked && !hasDefault
  await tx.em.flush()
  return card
}
