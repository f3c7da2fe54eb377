import type { Tx } from '../../../../infra/database/transaction.ts'
import { PaymentCard } from './entity.ts'

/** Blocks the card that paid what was disputed: the saved one, and those of the account that are the same card. */
export async function blockCards(
  tx: Tx,
  { userId, cardId, fingerprint }: { userId: string; cardId: string | null; fingerprint: string | null },
): Promise<void> {
  const same = [...(cardId === null ? [] : [{ id: cardId }]), ...(fingerprint === null ? [] : [{ fingerprint }])]
  if (same.length === 0) return
  const cards = await tx.em.find(PaymentCard, { userId, status: 'active', $or: same })
  for (const card of cards) Object.assign(card, { status: 'blocked', isDefault: false })
  await tx.em.flush()
}
