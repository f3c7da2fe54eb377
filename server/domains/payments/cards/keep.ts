import { v7 } from 'uuid'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { SavedCard } from '../gateway.ts'
import type { PaymentOrder } from '../orders/entity.ts'
import { PaymentCard } from './entity.ts'

/**
 * Keeps the card that has paid an order, for later payments of the account, and notes it at the order. A card that the
 * account has saved already is the same card. One that paid what was disputed stays blocked.
 */
export async function keepCard(tx: Tx, order: PaymentOrder, card: SavedCard | null): Promise<void> {
  if (!card) return
  const { userId } = order
  await lock(tx, 'payer', userId)
  const { methodId, fingerprint } = card
  const known = await tx.em.find(PaymentCard, {
    userId,
    status: { $in: ['active', 'blocked'] },
    $or: [{ methodId }, ...(fingerprint === null ? [] : [{ fingerprint }])],
  })
  const same = known.find(({ status }) => status === 'blocked') ?? known[0]
  order.cardId = same?.id ?? (await save(tx, userId, card)).id
  await tx.em.flush()
}

async function save(tx: Tx, userId: string, card: SavedCard): Promise<PaymentCard> {
  const hasDefault = (await tx.em.count(PaymentCard, { userId, isDefault: true })) > 0
  return tx.em.create(PaymentCard, {
    ...{ ...card, id: v7(), userId, status: 'active', isDefault: !hasDefault },
    ...{ createdAt: tx.now, expiresAt: tx.now },
  })
}
