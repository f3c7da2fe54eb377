import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CheckoutAnswer, Transaction } from '@vesper/sync/vesper/api/payments.ts'
import type * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { avatarUrl } from '../../../../infra/files/views.ts'
import { sidesOf } from '../../money/charges/queries.ts'
import { PaymentCard } from '../cards/entity.ts'
import type { PaymentOrder } from './entity.ts'
import { orderKindOf } from './order-kinds.ts'

/** Where an order is paid; a card that was refused is a refusal, which says so. */
export function checkoutAnswer(order: PaymentOrder): v.InferOutput<typeof CheckoutAnswer> {
  const { id, checkoutId, url, status } = order
  if (status === 'failed') throw new Refusal('payment-required', 'Your card was declined. Nothing was charged.')
  return { _id: id, checkoutId: checkoutId ?? '', url: status === 'open' ? (url ?? '') : '', status }
}

/** The payments of an account, for itself. */
export async function transactionViews(
  app: App,
  em: EntityManager,
  orders: readonly PaymentOrder[],
): Promise<Transaction[]> {
  const cardIds = orders.flatMap(({ cardId }) => (cardId == null ? [] : [cardId]))
  const cards = new Map((await em.find(PaymentCard, { id: { $in: cardIds } })).map((card) => [card.id, card]))
  const facts = orders.map((order) => orderKindOf(app, order).describe(order))
  const sideOf = await sidesOf(
    em,
    facts.flatMap(({ performerId }) => performerId ?? []),
  )
  return orders.map((order, place) => {
    const { tokens = null, performerId } = facts[place] ?? {}
    const card = cards.get(order.cardId ?? '')
    const performer = performerId === undefined ? null : sideOf(performerId)
    return {
      ...{ _id: order.id, kind: order.kind, status: order.status, amount: order.amount, currency: order.currency },
      ...{ refunded: order.refunded, tokens, card: card ? { brand: card.brand, last4: card.last4 } : null },
      performer: performer && {
        ...{ _id: performer.id, name: performer.name, username: performer.username },
        avatar: avatarUrl(performer.avatar),
      },
      ...{ createdAt: order.createdAt.toISOString(), paidAt: order.paidAt?.toISOString() ?? null },
    }
  })
}
