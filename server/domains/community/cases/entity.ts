import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { caseSources } from '@vesper/sync/vesper/api/cases.ts'
import {
  appealStates,
  caseStates,
  decisionClauses,
  decisionGrounds,
  decisionKinds,
  restrictions,
} from '@vesper/sync/vesper/api/cases.ts'
import { reportTargets } from '@vesper/sync/vesper/api/reports.ts'

const object = { objectType: p.enum(reportTargets), objectId: p.uuid(), targetUserId: p.uuid() }

/** All that is said against one thing or account until it is closed. `version` changes with each decision. */
export const Case = defineEntity({
  name: 'Case',
  tableName: 'moderation_case',
  indexes: [
    {
      ...{ name: 'moderation_case_open_unique', properties: ['objectType', 'objectId'] },
      expression: `create unique index "moderation_case_open_unique" on "moderation_case" ("object_type", "object_id") where state <> 'closed'`,
    },
    {
      ...{ name: 'moderation_case_due_index', properties: ['priority', 'dueAt', 'id'] },
      expression: `create index "moderation_case_due_index" on "moderation_case" ("priority", "due_at", "id") where state <> 'closed'`,
    },
    { properties: ['state', 'closedAt', 'id'] },
    { properties: ['targetUserId'] },
    { properties: ['objectId'] },
  ],
  properties: {
    id: p.uuid().primary(),
    ...object,
    sources: p.array().$type<(typeof caseSources)[number][]>(),
    /** The first words of the thing, as it was when the case was opened. */
    preview: p.text(),
    /** 0 is the most urgent. */
    priority: p.integer(),
    dueAt: p.datetime(),
    state: p.enum(caseStates).default('open'),
    claimedBy: p.uuid().nullable(),
    claimUntil: p.datetime().nullable(),
    /** The last mail to all who may decide, while nobody works on an urgent one. */
    alarmedAt: p.datetime().nullable(),
    version: p.integer().default(0),
    createdAt: p.datetime(),
    closedAt: p.datetime().nullable(),
  },
})

/** A line of a conversation around a reported message. `by`: how its author is called. */
export type ContextLine = { by: string; text: string; at: string; isReported: boolean }

/** The thing as it was when it was reported. It holds its files by attachments with the role `evidence`. */
export const CaseEvidence = defineEntity({
  name: 'CaseEvidence',
  tableName: 'case_evidence',
  indexes: [{ properties: ['caseId', 'takenAt'] }],
  properties: {
    id: p.uuid().primary(),
    caseId: p.uuid(),
    text: p.text(),
    context: p.json<ContextLine[]>(),
    takenAt: p.datetime(),
  },
})

/**
 * A decision on a thing or its author, with its statement of reasons. It has its effect until it is reversed or until its
 * end. `before`: the state that it changed.
 */
export const Decision = defineEntity({
  name: 'Decision',
  tableName: 'moderation_decision',
  indexes: [
    { properties: ['caseId', 'createdAt'] },
    { properties: ['targetUserId', 'createdAt', 'id'] },
    { properties: ['objectId', 'kind', 'createdAt'] },
    {
      ...{ name: 'moderation_decision_alive_index', properties: ['targetUserId', 'kind', 'restrict'] },
      expression:
        'create index "moderation_decision_alive_index" on "moderation_decision" ("target_user_id", "kind", "restrict") where reversed_at is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    caseId: p.uuid(),
    ...object,
    /** The account of staff; null for the command line. */
    actorId: p.uuid().nullable(),
    kind: p.enum(decisionKinds),
    ground: p.enum(decisionGrounds),
    clause: p.enum(decisionClauses),
    facts: p.text(),
    automated: p.enum(['none', 'detection', 'decision'] as const).default('none'),
    restrict: p.enum(restrictions).nullable(),
    until: p.datetime().nullable(),
    before: p.json<{ status: string }>().nullable(),
    /** The decision or the appeal that ended it. */
    reversedBy: p.uuid().nullable(),
    reversedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
})

/** The objection of the author, or of a reporter, to a decision; each has one. */
export const Appeal = defineEntity({
  name: 'Appeal',
  tableName: 'case_appeal',
  uniques: [{ properties: ['decisionId', 'userId'] }],
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: p.uuid().primary(),
    decisionId: p.uuid(),
    userId: p.uuid(),
    side: p.enum(['author', 'reporter'] as const),
    text: p.text(),
    state: p.enum(appealStates).default('open'),
    answer: p.text().nullable(),
    decidedBy: p.uuid().nullable(),
    decidedAt: p.datetime().nullable(),
    dueAt: p.datetime(),
    createdAt: p.datetime(),
  },
})

/** A note of staff on a case. */
export const CaseNote = defineEntity({
  name: 'CaseNote',
  tableName: 'case_note',
  indexes: [{ properties: ['caseId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    caseId: p.uuid(),
    /** Null for the command line. */
    userId: p.uuid().nullable(),
    text: p.text(),
    createdAt: p.datetime(),
  },
})

export type Case = InferEntity<typeof Case>
export type CaseEvidence = InferEntity<typeof CaseEvidence>
export type Decision = InferEntity<typeof Decision>
export type Appeal = InferEntity<typeof Appeal>
export type CaseNote = InferEntity<typeof CaseNote>
