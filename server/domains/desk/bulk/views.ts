import type { BulkAnswer } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type { Bulk } from './entity.ts'

/** A preview is run within this time. */
export const RUN_MS = 10 * 60_000

/** A bulk as its owner reads it. */
export function bulkAnswer({ id, action, state, items, undoUntil, createdAt }: Bulk, now: Date): BulkAnswer {
  const refused = items.flatMap(({ caseId, thing = null, about, why }) =>
    why === null
      ? []
      : [{ ...{ caseId, thing, objectType: about?.objectType ?? null, preview: about?.preview ?? '' }, why }],
  )
  const until = state === 'previewed' ? new Date(createdAt.getTime() + RUN_MS) : undoUntil
  return {
    ...{ _id: id, action, state, count: items.length - refused.length, refused },
    done: items.filter(({ step, why }) => step != null || why !== null).length,
    until: until && until > now ? until.toISOString() : null,
    createdAt: createdAt.toISOString(),
  }
}
