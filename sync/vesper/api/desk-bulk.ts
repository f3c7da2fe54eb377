import * as v from 'valibot'
import { CaseDecision, facts } from './cases.ts'
import { uuid } from './fields.ts'

export const BULK_MAX = 500
/** `none`: no breach, and the case closes. `hide`: the thing is hidden; it can be undone. */
export const bulkActions = ['none', 'hide'] as const

/** `POST /desk/bulk/preview`: tells what would become of these cases. They are frozen as they are. */
export const BulkPreview = v.object({
  _id: uuid,
  action: v.picklist(bulkActions, 'Choose a decision.'),
  caseIds: v.pipe(
    v.array(v.pipe(uuid, v.toLowerCase())),
    v.minLength(1, 'Choose cases first.'),
    v.maxLength(BULK_MAX, 'Choose at most 500 cases.'),
  ),
  clause: CaseDecision.entries.clause,
  facts,
})
export type BulkPreview = v.InferOutput<typeof BulkPreview>

/**
 * The answer to a preview, a run and an undo. `count`: the cases that are, or would be, decided. `refused`: the others, with
 * the reason. `until`: the end of the time to run a preview, or to undo a run; null where that is over or cannot be.
 */
export const BulkAnswer = v.object({
  _id: uuid,
  action: v.picklist(bulkActions),
  state: v.picklist(['previewed', 'running', 'done', 'undone']),
  count: v.number(),
  refused: v.array(v.object({ caseId: uuid, why: v.string() })),
  until: v.nullable(v.string()),
})
export type BulkAnswer = v.InferOutput<typeof BulkAnswer>
