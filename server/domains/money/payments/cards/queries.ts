import type { EntityManager } from '@mikro-orm/postgresql'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import type { App } from '../../../../app.ts'
import { cardState } from './card-state.ts'
import { PaymentCard } from './entity.ts'

/** The cards that an account has saved, the default first, then the latest. */
export function ownCards(em: EntityManager, userId: string): Promise<PaymentCard[]> {
  const orderBy = { isDefault: 'desc', createdAt: 'desc', id: 'desc' } as const
  return em.find(PaymentCard, { userId, status: { $in: ['active', 'blocked'] } }, { orderBy })
}

/** Cards for their owner, with what each pays again and again. */
export async function cardViews(app: App, em: EntityManager, cards: readonly PaymentCard[]): Promise<Card[]> {
  const ids = cards.map(({ id }) => id)
  const kinds = [...app.domains.orderKinds.values()]
  const uses = (await Promise.all(kinds.map(async ({ usesOfCards }) => usesOfCards?.(em, ids) ?? []))).flat()
  const now = app.clock()
  return cards.map((card) => ({
    ...{ _id: card.id, brand: card.brand, last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
    ...{ isDefault: card.isDefault, status: shownState(card, now) },
    subscriptions: uses.filter(({ cardId }) => cardId === card.id).map(({ _id, name }) => ({ _id, name })),
  }))
}

function shownState(card: PaymentCard, now: Date): Card['status'] {
  const state = cardState(card, now)
  return state === 'open' || state === 'removed' ? 'blocked' : state
}
