import * as v from 'valibot'
import type { QueuedJob, RecurringJob } from '../../infra/jobs/job.ts'
import { followEvent } from './follow-event.ts'
import type { GatewayEvent } from './gateway.ts'
import { CouponRedemption } from '../coupons/entity.ts'
import { releaseRedemption } from '../coupons/redeem.ts'
import { transact } from '../../infra/database/transaction.ts'
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
    const overdue = await app.orm.em
      .fork()
      .find(
        PaymentOrder,
        { status: { $in: ['created', 'open'] }, expiresAt: { $lte: app.clock() } },
        { orderBy: { expiresAt: 'asc' }, limit: BATCH },
      )
    for (const order of overdue) {
      signal.throwIfAborted()
      await expireOrder(app, order)
    }
  },
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
    for (const { refId } of due) {
      signal.throwIfAborted()
      const order = await em.findOne(PaymentOrder, { id: refId })
      // The provider takes no payment for it from then on.
      if (order?.checkoutId != null) await gateway.expireCheckout(order.checkoutId)
      if (order) await expireOrder(app, order)
      else await transact(app, null, (tx) => releaseRedemption(tx, refId))
    }
  },
}
