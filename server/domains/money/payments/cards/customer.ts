import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { requireGateway } from '../require-gateway.ts'
import { PaymentCustomer } from './entity.ts'

/** The customer that an account is at the provider; made at the first card. Two calls at once make one. */
export async function requireCustomer(app: App, userId: string): Promise<string> {
  const known = await app.orm.em.fork().findOne(PaymentCustomer, { userId })
  if (known) return known.customerId
  const customerId = await requireGateway(app).createCustomer(userId)
  return transact(app, null, async (tx) => {
    await tx.em.execute(
      'insert into payment_customer (user_id, customer_id, created_at) values (?, ?, ?) on conflict do nothing',
      [userId, customerId, tx.now],
    )
    return (await tx.em.findOneOrFail(PaymentCustomer, { userId })).customerId
  })
}
