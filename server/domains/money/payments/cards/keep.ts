import { v7 } from 'uuid'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { SavedCard } from '../gateway.ts'
import type { PaymentOrder } from '../orders/entity.ts'
import { PaymentCard } from './entity.ts'
import { hasDefaultCard, sameCards } from './same-cards.ts'

/**
 * Keeps the card that has paid an order, for later payments of the account, and notes it at the order. A card that the
 * account has saved already is the same card. One that paid what was disputed, in any account, is blocked.
 */
export async function keepCard(tx: Tx, order: PaymentOrder, card: SavedCard | null): Promise<void> {
  if (!card) return
  const { userId } = order
  await lock(tx, 'payer', userId)
  const { own, isBlocked } = await sameCards(tx, { userId, ...card })
  const status = isBlocked ? 'blocked' : 'active'
  const known = own.find((one) => one.status === status)
  const isDefault = !isBlocked && !(await hasDefaultCard(tx, userId))
  const kept =
    known ??
    tx.em.create(PaymentCard, {
      ...{ ...card, id: v7(), userId, status, isDefault },
      ...{ createdAt: tx.now, expiresAt: tx.now },
    })
  order.cardId = kept.id
  await tx.em.flush()
}
