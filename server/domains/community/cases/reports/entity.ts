import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { reportCategories, reportTargets } from '@vesper/sync/vesper/api/reports.ts'
import type { Snapshot } from '../../../../infra/things/thing.ts'

/** An account reports a thing as against the rules. One person has at most one open report on one object. */
export const Report = defineEntity({
  name: 'Report',
  tableName: 'report',
  indexes: [
    { properties: ['state', 'createdAt'] },
    { properties: ['objectType', 'objectId'] },
    { properties: ['targetUserId'] },
    { properties: ['caseId'] },
    { properties: ['reporterId', 'createdAt', 'id'] },
  ],
  properties: {
    id: p.uuid().primary(),
    /** Null where a visitor reports. */
    reporterId: p.uuid().nullable(),
    /** Where a visitor wants the answer. */
    reporterEmail: p.string().length(254).nullable(),
    /** Null for one that was closed before there were cases. */
    caseId: p.uuid().nullable(),
    objectType: p.enum(reportTargets),
    objectId: p.uuid(),
    /** The account that wrote the object, or that is the object. */
    targetUserId: p.uuid(),
    category: p.enum(reportCategories),
    text: p.text(),
    snapshot: p.json<Snapshot>(),
    state: p.enum(['open', 'triaged', 'actioned', 'appealed', 'upheld', 'reversed'] as const).default('open'),
    decision: p.text().nullable(),
    /** Staff found it manifestly unfounded. */
    isUnfounded: p.boolean().default(false),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Report = InferEntity<typeof Report>
