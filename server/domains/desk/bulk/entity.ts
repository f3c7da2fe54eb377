import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { decisionClauses } from '@vesper/sync/vesper/api/cases.ts'
import { bulkActions } from '@vesper/sync/vesper/api/desk-bulk.ts'

/** A case of a bulk. `version`: as it was looked at, then as the bulk has left it. `why`: the reason why it was left out. */
export type BulkItem = { caseId: string; version: number; why: string | null }

/** One decision on many cases. The cases and their versions are frozen at the preview. */
export const Bulk = defineEntity({
  name: 'Bulk',
  tableName: 'bulk',
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
