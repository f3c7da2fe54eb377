import * as v from 'valibot'
import { CaseDecision, facts } from './cases.ts'
import { listOf, uuid } from './fields.ts'
import { reportTargets } from './reports.ts'

export const BULK_MAX = 500
/**
 * `none`: no breach, and the case closes; for cases alone. `warn`: the author is warned. `hide`: the thing is hidden. `suspend`:
 * the account is, without an end. The last two can be undone.
 */
export const bulkActions = ['none', 'warn', 'hide', 'suspend'] as const
export type BulkAction = (typeof bulkActions)[number]

/** A thing or an account without a case of its own; where it has one that is open, that one is decided. */
export const BulkThing = v.object({
  type: v.picklist(reportTargets, 'There is no such thing.'),
  id: v.pipe(uuid, v.toLowerCase()),
})
export type BulkThing = v.InferOutput<typeof BulkThing>

/** `POST /desk/bulk/preview`: tells what would become of these cases and things. They are frozen as they are. */
export const BulkPreview = v.pipe(
  v.object({
    _id: uuid,
    action: v.picklist(bulkActions, 'Choose a decision.'),
    caseIds: v.optional(v.array(v.pipe(uuid, v.toLowerCase())), []),
    things: v.optional(v.array(BulkThing), []),
    clause: CaseDecision.entries.clause,
    facts,
  }),
  v.check(({ caseIds, things }) => caseIds.length + things.length > 0, 'Choose cases first.'),
  v.check(({ caseIds, things }) => caseIds.length + things.length <= BULK_MAX, 'Choose at most 500 cases.'),
)
export type BulkPreview = v.InferOutput<typeof BulkPreview>

/** One that is left out. `caseId`: null for a thing without a case. `objectType` is null for a case that is not there. */
const BulkRefused = v.object({
  caseId: v.nullable(uuid),
  thing: v.nullable(BulkThing),
  objectType: v.nullable(v.picklist(reportTargets)),
  /** The first words of the thing, or the name of the account; empty where it has none. */
  preview: v.string(),
  why: v.string(),
})

/**
 * The answer to a preview, a run and an undo. `count`: those that are, or would be, decided. `done`: those that were looked at
 * in the run so far. `refused`: those that are left out, with the reason. `until`: the end of the time to run a preview, or to
 * undo a run; null where that is over or cannot be.
 */
export const BulkAnswer = v.object({
  _id: uuid,
  action: v.picklist(bulkActions),
  state: v.picklist(['previewed', 'running', 'done', 'undone']),
  count: v.number(),
  done: v.number(),
  refused: v.array(BulkRefused),
  until: v.nullable(v.string()),
  createdAt: v.string(),
})
export type BulkAnswer = v.InferOutput<typeof BulkAnswer>

/** `GET /desk/bulk`: the own ones of the last day that were run, the newest first, at most 20. */
export const BulkList = listOf(BulkAnswer)
