import * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import type { QueuedJob } from '../../../../infra/jobs/job.ts'
import { PER_CENT } from '../../money/cents.ts'
import { post } from '../../money/ledger/post.ts'
import { surplusLines } from '../../money/sale-lines.ts'
import { refundedOf } from '../gateway.ts'
import type { Dispute, Payment, Refund } from '../gateway.ts'
import type { PaymentOrder } from '../orders/entity.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { tellOfFailedRefund } from '../orders/tell-of-failed-refund.ts'
import { requireGateway } from '../require-gateway.ts'
import { SurplusPayment } from './entity.ts'
import { mailSurplus } from './mail.ts'

/**
 * Gives a surplus payment back to its card. A server that was killed goes on here: the provider is asked first for what went
 * back already, and knows the refund by its key.
 */
export const refundSurplusJob: QueuedJob<{ paymentId: string }> = {
  kind: 'queued',
  name: 'payments.refund-surplus',
  movesMoney: true,
  payload: v.object({ paymentId: v.string() }),
  key: ({ paymentId }) => paymentId,
  retries: 8,
  async unfinished(app) {
    const open = await app.orm.em.fork().find(SurplusPayment, { status: 'open' }, { fields: ['id'] })
    return open.map(({ id }) => ({ paymentId: id }))
  },
  run: (app, { paymentId }) => refundSurplus(app, paymentId),
}

async function refundSurplus(app: App, paymentId: string): Promise<void> {
  const gateway = requireGateway(app)
  const known = await app.orm.em.fork().findOne(SurplusPayment, { id: paymentId, status: 'open' })
  const before = known && (await gateway.readPayment(paymentId))
  if (!before) return
  const left = known.amount - refundedOf(before)
  if (left > 0) await gateway.refund({ paymentId, amount: left, key: `surplus:${paymentId}:${refundedOf(before)}` })
  const payment = await gateway.readPayment(paymentId)
  await transact(app, null, async (tx) => {
    const order = await lockOrder(tx, known.orderId)
    if (order && payment) await followSurplus(tx, order, payment)
  })
}

/** Tells if a payment buys nothing, and goes back or has gone. */
export async function isSurplus({ em }: Pick<Tx, 'em'>, paymentId: string): Promise<boolean> {
  return (await em.count(SurplusPayment, { id: paymentId })) > 0
}

/**
 * Follows a payment that buys nothing, under the lock of its order: another one has paid the order, or its goods cannot be
 * given any more. A job gives it back. Told late, twice or in another order, it is the same.
 */
export async function followSurplus(tx: Tx, order: PaymentOrder, payment: Payment): Promise<void> {
  const { id, amount, refunds } = payment
  const known = await tx.em.findOne(SurplusPayment, { id })
  const surplus = known ?? tx.em.create(SurplusPayment, { id, orderId: order.id, amount, createdAt: tx.now })
  if (!known) {
    await tx.em.flush()
    await move(tx, { id, amount, key: id, isIn: true })
  }
  const failed = refunds.filter(({ hasFailed }) => hasFailed)
  // It was read before another worker's: that one knew more.
  if (failed.length < surplus.failures) return
  if (failed.length > surplus.failures) await reopen(tx, order, { surplus, failed })
  // A refund after one that failed is another one.
  const key = failed.length === 0 ? id : `${id}:${failed.length}`
  if (refundedOf(payment) >= amount) await close(tx, order, { id, status: 'refunded', key })
  else if (surplus.status === 'open') await tx.app.jobs.enqueue(tx, refundSurplusJob, { paymentId: id })
}

/** The bank has sent a refund back: the money is here again, until the operator has found another way. */
async function reopen(
  tx: Tx,
  order: PaymentOrder,
  { surplus, failed }: { surplus: SurplusPayment; failed: readonly Refund[] },
): Promise<void> {
  const { id, amount, status } = surplus
  surplus.failures = failed.length
  if (status === 'disputed') return
  Object.assign(surplus, { status: 'failed', closedAt: null })
  await tx.em.flush()
  if (status === 'refunded') await move(tx, { id, amount, key: `failed:${id}:${failed.length}`, isIn: true })
  const latest = failed.at(-1)
  if (latest) await tellOfFailedRefund(tx, order, { id: latest.id, cents: latest.amount, isSurplus: true })
}

/**
 * Follows a dispute of a surplus payment, under the lock of its order: the bank has given it back, and nothing that was bought
 * is taken. Money that a dispute which is won brings again goes back by a refund.
 */
export async function followSurplusDispute(
  tx: Tx,
  order: PaymentOrder,
  { id: key, paymentId, amount, status }: Dispute & { paymentId: string },
): Promise<void> {
  const surplus = await tx.em.findOneOrFail(SurplusPayment, { id: paymentId })
  if (amount < surplus.amount) throw new Error(`the dispute ${key} is about a part of the surplus ${paymentId}`)
  if (status !== 'won') return close(tx, order, { id: paymentId, status: 'disputed', key })
  if (surplus.status !== 'disputed') return
  Object.assign(surplus, { status: 'open', closedAt: null })
  await tx.em.flush()
  await move(tx, { id: paymentId, amount: surplus.amount, key: `won:${key}`, isIn: true })
  await tx.app.jobs.enqueue(tx, refundSurplusJob, { paymentId })
}

/** The money of a surplus is back with its payer, who is told; nothing where it is already. `key` names the event. */
async function close(
  tx: Tx,
  order: PaymentOrder,
  { id, status, key }: { id: string; status: 'refunded' | 'disputed'; key: string },
): Promise<void> {
  const surplus = await tx.em.findOne(SurplusPayment, { id, status: { $in: ['open', 'failed'] } })
  if (!surplus) return
  const { amount } = surplus
  Object.assign(surplus, { status, closedAt: tx.now })
  await tx.em.flush()
  await move(tx, { id, amount, key: `${status}:${key}`, isIn: false })
  if (status === 'refunded') await mailSurplus(tx, order, amount)
}

/** Notes money that came to the provider beyond what was ordered, or left it again. */
async function move(
  tx: Tx,
  { id, amount, key, isIn }: { id: string; amount: number; key: string; isIn: boolean },
): Promise<void> {
  const cents = isIn ? BigInt(amount) : -BigInt(amount)
  const kind = isIn ? 'surplus' : 'surplus-back'
  await post(tx, { scope: 'surplus', key, request: { id, amount, isIn }, kind, lines: surplusLines(cents * PER_CENT) })
}
