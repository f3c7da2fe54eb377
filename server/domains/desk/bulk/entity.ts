import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { decisionClauses } from '@vesper/sync/vesper/api/cases.ts'
import { bulkActions } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type { BulkThing } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'

/**
 * A case or a thing of a bulk. `caseId`: null for a thing that has none before the run. `version`: of the case as it was
 * looked at, then as the bulk has left it. `thingVersion`: of a thing without a case, as it was looked at. `why`: the reason why it was left out. `step`: the last one that was done with it.
 */
export type BulkItem = {
  caseId: string | null
  thing?: BulkThing
  about?: { objectType: ReportTarget; preview: string }
  version: number
  thingVersion?: number
  why: string | null
  step?: 'run' | 'undo' | undefined
}

/** One decision on many cases. The cases and their versions are frozen at the preview. */
export const Bulk = defineEntity({
  name: 'Bulk',
  tableName: 'bulk',
  indexes: [{ properties: ['actorId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    actorId: p.uuid(),
    action: p.enum(bulkActions),
    clause: p.enum(decisionClauses),
    facts: p.text(),
    items: p.json<BulkItem[]>(),
    state: p.enum(['previewed', 'running', 'done', 'undone'] as const).default('previewed'),
    undoUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})

export type Bulk = InferEntity<typeof Bulk>
