import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { QueuedJob, RecurringJob } from '../../../infra/jobs/job.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import type { GatewayEvent } from '../../../infra/payments/gateway-event.ts'
import { CouponRedemption } from '../coupons/entity.ts'
import { releaseRedemption } from '../coupons/redeem.ts'
import { followEvent } from './follow-event.ts'
import { PaymentOrder } from './orders/entity.ts'
import { expireOrder } from './orders/expire.ts'

/** Looks up what an event of the provider is about. */
export const followEventJob: QueuedJob<GatewayEvent> = {
  kind: 'queued',
  name: 'payments.follow-event',
  payload: v.object({ id: v.string(), type: v.string(), objectId: v.string() }),
  key: ({ id }) => id,
  retries: 8,
  run: followEvent,
}

const BATCH = 100

/** Looks up orders whose time is over: an answer or an event of the provider may have been lost. */
export const settleOverdue: RecurringJob = {
  kind: 'recurring',
  name: 'payments.settle-overdue',
  everySeconds: 300,
  async run(app, signal) {
    if (!app.payments.gateway) return
    let last: PaymentOrder | undefined
    // Each is looked at once: those that stay open do not keep the others back.
    do {
      const overdue = await overdueAfter(app, last)
      await workThrough(app, overdue, { signal, work: (order) => expireOrder(app, order) })
      last = overdue.length === BATCH ? overdue.at(-1) : undefined
    } while (last)
  },
}

/** Overdue orders after this one, the oldest first. */
function overdueAfter({ orm, clock }: App, last: PaymentOrder | undefined): Promise<PaymentOrder[]> {
  const later = last && {
    $or: [{ expiresAt: { $gt: last.expiresAt } }, { expiresAt: last.expiresAt, id: { $gt: last.id } }],
  }
  return orm.em
    .fork()
    .find(
      PaymentOrder,
      { status: { $in: ['created', 'open'] }, expiresAt: { $lte: clock() }, ...later },
      { orderBy: { expiresAt: 'asc', id: 'asc' }, limit: BATCH },
    )
}

/** Ends orders whose coupon was reserved for too long, and frees its use. An order that is paid by then keeps it. */
export const releaseCoupons: RecurringJob = {
  kind: 'recurring',
  name: 'payments.release-coupons',
  everySeconds: 60,
  async run(app, signal) {
    const { gateway } = app.payments
    if (!gateway) return
    const em = app.orm.em.fork()
    const where = { status: 'reserved', expiresAt: { $lte: app.clock() } } as const
    const due = await em.find(CouponRedemption, where, { orderBy: { expiresAt: 'asc' }, limit: BATCH })
    const release = async ({ refId }: { refId: string }) => {
      const order = await em.findOne(PaymentOrder, { id: refId })
      // The provider takes no payment for it from then on.
      if (order?.checkoutId != null) await gateway.expireCheckout(order.checkoutId)
      if (order) await expireOrder(app, order)
      else await transact(app, null, (tx) => releaseRedemption(tx, refId))
    }
    await workThrough(app, due, { signal, work: release })
  },
}
