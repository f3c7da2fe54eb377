import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { noteEvent } from './note-event.ts'
import { PaymentEvent } from './orders/entity.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The provider keeps its events for 30 days. */
const LONGEST_MS = 29 * DAY_MS

/** Asks the provider for events that were not delivered, back to a day before the last that was. */
export const catchUp: RecurringJob = {
  kind: 'recurring',
  name: 'payments.catch-up',
  everySeconds: 600,
  async run(app, signal) {
    const { gateway } = app.payments
    if (!gateway) return
    const now = app.clock().getTime()
    const [last] = await app.orm.em.fork().find(PaymentEvent, {}, { orderBy: { receivedAt: 'desc' }, limit: 1 })
    const from = Math.max((last?.receivedAt.getTime() ?? now) - DAY_MS, now - LONGEST_MS)
    const events = await gateway.listEvents(new Date(from))
    // In the order in which they happened.
    for (const event of events.toReversed()) {
      signal.throwIfAborted()
      await noteEvent(app, event)
    }
  },
}
