import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { CardUse } from '../../../../infra/payments/order-kind.ts'
import { User } from '../../../people/accounts/entity.ts'
import { Subscription } from '../entity.ts'

/** The subscriptions that these cards renew, with the names of their creators. */
export async function cardUses(em: EntityManager, cardIds: readonly string[]): Promise<CardUse[]> {
  const held = await em.find(Subscription, {
    cardId: { $in: [...cardIds] },
    source: 'card',
    autoRenew: true,
    endedAt: null,
  })
  const creators = await em.find(User, { id: { $in: held.map(({ performerId }) => performerId) } })
  const names = new Map(creators.map(({ id, name }) => [id, name]))
  return held.flatMap(({ id, cardId, performerId }) =>
    cardId == null ? [] : [{ cardId, _id: id, name: names.get(performerId) ?? '' }],
  )
}

/** Renews by a card that has taken the place of others, which are the same card. */
export async function replaceCards(tx: Tx, { from, to }: { from: readonly string[]; to: string }): Promise<void> {
  for (const one of await tx.em.find(Subscription, { cardId: { $in: [...from] }, endedAt: null })) one.cardId = to
  await tx.em.flush()
}
