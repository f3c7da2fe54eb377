import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../../infra/jobs/job.ts'
import { PaymentOrder } from '../orders/entity.ts'
import { giveOrderBack } from '../orders/give-back.ts'
import { settlePayment } from '../orders/settle.ts'
import { requireGateway } from '../require-gateway.ts'
import { CardRefund } from './entity.ts'

/** Makes a refund that was decided. A server that was killed goes on here. */
export const refundCardJob: QueuedJob<{ id: string }> = {
  kind: 'queued',
  name: 'payments.refund-card',
  movesMoney: true,
  payload: v.object({ id: v.string() }),
  key: ({ id }) => id,
  retries: 8,
  async unfinished(app) {
    const asked = await app.orm.em.fork().find(CardRefund, { state: 'asked' }, { fields: ['id'] })
    return asked.map(({ id }) => ({ id }))
  },
  run: (app, { id }) => refundCard(app, id),
}

/**
 * Makes a decided refund at the gateway, once: one that it knows by its key is only followed. A refusal of the gateway ends
 * it. Throws where the gateway does not answer, so that the job tries it again.
 */
export async function refundCard(app: App, id: string): Promise<void> {
  const em = app.orm.em.fork()
  const refund = await em.findOne(CardRefund, { id, state: 'asked' })
  if (!refund) return
  const { orderId, cents } = refund
  try {
    const { paymentId } = await em.findOneOrFail(PaymentOrder, { id: orderId })
    // The gateway forgets keys after a day; the refund keeps its own.
    const payment = paymentId == null ? null : await requireGateway(app).readPayment(paymentId)
    const isMade = payment?.refunds.some(({ key }) => key === id) === true
    if (payment && isMade) await settlePayment(app, payment.id)
    else await giveOrderBack(app, { orderId, cents, key: id })
  } catch (error) {
    if (!(error instanceof Refusal) || !error.isFinal) throw error
    return end(app, id, { state: 'failed', failure: error.message })
  }
  await end(app, id, { state: 'done', failure: null })
}

function end(app: App, id: string, ended: Pick<CardRefund, 'state' | 'failure'>): Promise<void> {
  return transact(app, null, async (tx) => {
    await tx.em.nativeUpdate(CardRefund, { id, state: 'asked' }, { ...ended, closedAt: tx.now })
  })
}
