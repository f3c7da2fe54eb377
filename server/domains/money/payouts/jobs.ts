import * as v from 'valibot'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { QueuedJob, RecurringJob } from '../../../infra/jobs/job.ts'
import type { GatewayEvent } from '../../../infra/payments/gateway-event.ts'
import { PayoutDetails } from './details/entity.ts'
import { readAccount } from './details/gateway-account.ts'
import { Payout } from './requests/entity.ts'
import { payPayout, settlePayout } from './requests/pay.ts'

/** Pays an approved request at the provider. */
export const payJob: QueuedJob<{ payoutId: string }> = {
  kind: 'queued',
  name: 'payouts.pay',
  movesMoney: true,
  payload: v.object({ payoutId: v.string() }),
  key: ({ payoutId }) => payoutId,
  retries: 8,
  async unfinished(app) {
    const begun = { gatewayId: null, $or: [{ status: 'approved' as const }, { status: 'processing' as const }] }
    const payouts = await app.orm.em.fork().find(Payout, { ...begun, method: 'stripe' }, { fields: ['id'] })
    return payouts.map(({ id }) => ({ payoutId: id }))
  },
  run: (app, { payoutId }) => payPayout(app, payoutId),
}

/** Looks up a payout of the provider that an event is about. */
export const settleJob: QueuedJob<{ gatewayId: string }> = {
  kind: 'queued',
  name: 'payouts.settle',
  payload: v.object({ gatewayId: v.string() }),
  key: ({ gatewayId }) => gatewayId,
  retries: 8,
  async run(app, { gatewayId }) {
    const payout = await app.orm.em.fork().findOne(Payout, { gatewayId })
    if (payout) await settlePayout(app, payout.id)
  },
}

/** Looks up an account of the provider that an event is about. */
export const accountJob: QueuedJob<{ accountId: string }> = {
  kind: 'queued',
  name: 'payouts.read-account',
  payload: v.object({ accountId: v.string() }),
  key: ({ accountId }) => accountId,
  async run(app, { accountId }) {
    const details = await app.orm.em.fork().findOne(PayoutDetails, { accountId })
    if (details) await readAccount(app, details.performerId)
  },
}

const BATCH = 100

/** Goes on with what is under way: an event of the provider may have been lost, and a job may have given up. */
export const followJob: RecurringJob = {
  kind: 'recurring',
  name: 'payouts.follow',
  movesMoney: true,
  everySeconds: 300,
  async run(app, signal) {
    if (!app.payments.gateway) return
    const underWay = await app.orm.em
      .fork()
      .find(
        Payout,
        { status: { $in: ['approved', 'processing'] }, method: 'stripe' },
        { orderBy: { updatedAt: 'asc' }, limit: BATCH },
      )
    for (const { id, gatewayId } of underWay) {
      signal.throwIfAborted()
      await (gatewayId == null ? payPayout(app, id) : settlePayout(app, id)).catch((error: unknown) =>
        app.log.warn({ err: error, payout: id }, 'a payout has to wait'),
      )
    }
  },
}

/** Enqueues the job that an event of the provider asks for, where the event is about payouts. */
export async function enqueuePayoutEvent(tx: Tx, { type, objectId }: GatewayEvent): Promise<void> {
  if (type.startsWith('payout.')) await tx.app.jobs.enqueue(tx, settleJob, { gatewayId: objectId })
  if (type === 'account.updated') await tx.app.jobs.enqueue(tx, accountJob, { accountId: objectId })
}
