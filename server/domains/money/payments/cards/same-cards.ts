import type { Tx } from '../../../../infra/database/transaction.ts'
import type { SavedCard } from '../gateway.ts'
import { PaymentCard } from './entity.ts'

type Same = {
  /** Cards of the account that are this one, in any state. */
  own: PaymentCard[]
  /** The card paid what was disputed, in this account or in another one. */
  isBlocked: boolean
}

/** Finds the saved cards that are the same card, by the method or the number. Callers hold the lock of the payer. */
export async function sameCards(
  tx: Tx,
  { userId, methodId, fingerprint }: { userId: string } & Pick<SavedCard, 'methodId' | 'fingerprint'>,
): Promise<Same> {
  const same = await tx.em.find(PaymentCard, {
    $or: [{ methodId }, ...(fingerprint === null ? [] : [{ fingerprint }])],
  })
  return {
    own: same.filter((card) => card.userId === userId),
    isBlocked: same.some(({ status }) => status === 'blocked'),
  }
}

/** True where the account has a card that is offered first. */
export async function hasDefaultCard(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.em.count(PaymentCard, { userId, isDefault: true, status: 'active' })) > 0
}
