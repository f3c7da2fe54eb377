import * as v from 'valibot'
import type { QueuedJob, RecurringJob } from '../../infra/jobs/job.ts'
import { TopUp } from './top-ups/entity.ts'
import { settleTopUp } from './top-ups/settle.ts'

/** Looks up the checkout that an event of the provider is about. */
export const settleCheckout: QueuedJob<{ checkoutId: string }> = {
  kind: 'queued',
  name: 'payments.settle-checkout',
  payload: v.object({ checkoutId: v.string() }),
  key: ({ checkoutId }) => checkoutId,
  retries: 8,
  async run(app, { checkoutId }) {
    await settleTopUp(app, checkoutId)
  },
}

const BATCH = 100

/** Looks up checkouts whose time is over: an event of the provider may have been lost. */
export const settleOverdue: RecurringJob = {
  kind: 'recurring',
  name: 'payments.settle-overdue',
  everySeconds: 300,
  async run(app, signal) {
    if (!app.payments.gateway) return
    const overdue = await app.orm.em
      .fork()
      .find(
        TopUp,
        { status: 'open', expiresAt: { $lte: app.clock() } },
        { orderBy: { expiresAt: 'asc' }, limit: BATCH },
      )
    for (const { checkoutId } of overdue) {
      signal.throwIfAborted()
      if (checkoutId != null) await settleTopUp(app, checkoutId)
    }
  },
}
