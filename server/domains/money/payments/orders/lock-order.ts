import { LockMode } from '@mikro-orm/postgresql'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { PaymentOrder } from './entity.ts'

/** The order with this id, whose row stays locked until the transaction ends. */
export function lockOrder(tx: Tx, id: string): Promise<PaymentOrder | null> {
  return tx.em.findOne(PaymentOrder, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}
