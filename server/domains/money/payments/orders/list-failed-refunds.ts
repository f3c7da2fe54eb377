import type { EntityManager } from '@mikro-orm/postgresql'
import { amountInWords } from '../../money/cents.ts'
import { SurplusPayment } from '../surplus/entity.ts'
import { PaymentOrder, PaymentReversal } from './entity.ts'

/** Prints the refunds that banks have sent back, the latest first: of orders, and of second payments of one order. */
export async function listFailedRefunds(em: EntityManager, print: (line: string) => void): Promise<void> {
  const reversals = await em.find(PaymentReversal, { reason: 'refund', status: 'failed' })
  const surplus = await em.find(SurplusPayment, { status: 'failed' })
  const orderIds = [...reversals, ...surplus].map(({ orderId }) => orderId)
  const orders = new Map((await em.find(PaymentOrder, { id: { $in: orderIds } })).map((order) => [order.id, order]))
  const failed = [
    ...reversals.map((one) => ({ ...one, at: one.closedAt ?? one.createdAt, has: 'the payer has what was paid for' })),
    ...surplus.map((one) => ({ ...one, at: one.createdAt, has: 'it bought nothing: the payer is owed it' })),
  ]
  for (const { id, at, orderId, amount, has } of failed.toSorted((a, b) => b.at.getTime() - a.at.getTime())) {
    const order = orders.get(orderId)
    const money = amountInWords(amount, order?.currency ?? 'USD')
    print(`${at.toISOString().slice(0, 16).replace('T', ' ')}  ${id}  ${money} of the payment ${orderId}: ${has}`)
  }
  print(failed.length === 1 ? '1 refund has failed' : `${failed.length} refunds have failed`)
}
