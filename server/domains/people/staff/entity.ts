import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { approvalStates, staffRoles } from '@vesper/sync/vesper/api/staff.ts'
import { v7 } from 'uuid'

/** A part that an account has, or had. */
export const StaffRole = defineEntity({
  name: 'StaffRole',
  tableName: 'staff_role',
  indexes: [
    {
      ...{ name: 'staff_role_held_unique', properties: ['userId', 'role'] },
      expression:
        'create unique index "staff_role_held_unique" on "staff_role" ("user_id", "role") where revoked_at is null',
    },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    role: p.enum(staffRoles),
    /** The account of staff; null for the command line. */
    grantedBy: p.uuid().nullable(),
    grantedAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})

/** Something that waits for a second person. `factsHash`: of what it would do, as it was when it was asked for. */
export const Approval = defineEntity({
  name: 'Approval',
  tableName: 'approval',
  indexes: [{ properties: ['state', 'createdAt'] }, { properties: ['subjectId', 'state'] }],
  properties: {
    id: p.uuid().primary(),
    kind: p.string().length(40),
    subjectId: p.uuid(),
    payload: p.json<object>(),
    facts: p.json<Record<string, string | number>>(),
    factsHash: p.string().length(64),
    requestedBy: p.uuid(),
    reason: p.text(),
    state: p.enum(approvalStates).default('waiting'),
    decidedBy: p.uuid().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** The person who asked may do it alone from then on; null where another person could consent. */
    aloneFrom: p.datetime().nullable(),
  },
})

export type StaffRole = InferEntity<typeof StaffRole>
export type Approval = InferEntity<typeof Approval>
