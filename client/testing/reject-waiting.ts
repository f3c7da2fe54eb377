import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import { applyOutcomes } from '@vesper/sync/engine/local/apply-outcomes.ts'
import { rebaseStore } from '@vesper/sync/engine/local/rebase-store.ts'
import type { Replica } from '@vesper/sync/engine/local/replica.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'

/** Lets the engine take a refusal of everything that is queued, as from the server. */
export async function rejectWaiting(replica: Replica, rejection: { kind: RefusalKind; message: string }) {
  await replica.store.write('strict', 'replica', async (tx) => {
    const outbox = await tx.outbox.all()
    const outcomes = outbox.filter(isQueued).map(({ id }) => ({ id, status: 'rejected' as const, ...rejection }))
    const { left } = await applyOutcomes(replica, tx, { outcomes, outbox })
    await rebaseStore(replica, tx, { changes: [], records: left })
  })
}
