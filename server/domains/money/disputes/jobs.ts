import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { QueuedJob, RecurringJob } from '../../../infra/jobs/job.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import type { GatewayEvent } from '../../../infra/payments/gateway-event.ts'
import { Dispute } from './entity.ts'
import { followDispute } from './follow-dispute.ts'
import { decisionsUnderWay, sendDecisionJob } from './send-decision.ts'

/** Looks up a dispute that an event of the provider is about. */
export const followJob: QueuedJob<{ gatewayId: string }> = {
  kind: 'queued',
  name: 'disputes.follow',
  payload: v.object({ gatewayId: v.string() }),
  key: ({ gatewayId }) => gatewayId,
  retries: 8,
  run: (app, { gatewayId }) => followDispute(app, gatewayId),
}

/** Leaves an event about a dispute to a job. */
export async function enqueueDisputeEvent(tx: Tx, { type, objectId }: GatewayEvent): Promise<void> {
  if (type.startsWith('charge.dispute.')) await tx.app.jobs.enqueue(tx, followJob, { gatewayId: objectId })
}

/**
 * Looks up disputes that are not over: an event may have been lost, and those of an earlier version have no due date. Decisions
 * whose job has given up are sent again.
 */
export const followOpen: RecurringJob = {
  kind: 'recurring',
  name: 'disputes.follow-open',
  everySeconds: 3_600,
  async run(app, signal) {
    if (!app.payments.gateway) return
    const isOpen = { state: { $in: ['open', 'answered'] as const } }
    const open = await app.orm.em.fork().find(Dispute, isOpen, { fields: ['gatewayId'] })
    await workThrough(app, open, { signal, work: ({ gatewayId }) => followDispute(app, gatewayId) })
    const waiting = await decisionsUnderWay(app)
    await transact(app, null, async (tx) => {
      for (const payload of waiting) await app.jobs.enqueue(tx, sendDecisionJob, payload)
    })
  },
}
