import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { GatewayEvent } from '../../../infra/payments/gateway-event.ts'
import { followEventJob } from './jobs.ts'

/** Notes an event and leaves the work to a job. An event that is known already is taken again and does nothing. */
export async function noteEvent(app: App, event: GatewayEvent): Promise<void> {
  const { id, type, objectId } = event
  await transact(app, null, async (tx) => {
    const rows = await tx.em.execute<{ id: string }[]>(
      `insert into payment_event (id, type, object_id, received_at) values (?, ?, ?, ?)
       on conflict do nothing returning id`,
      [id, type.slice(0, 100), objectId, tx.now],
    )
    if (rows.length === 0) return
    await app.jobs.enqueue(tx, followEventJob, { id, type, objectId })
    for (const handle of app.domains.gatewayEvents) await handle(tx, event)
  })
}
