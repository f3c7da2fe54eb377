import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** One decision of an operator. The database refuses to change it. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  triggers: [
    {
      ...{ name: 'audit_entry_fixed', timing: 'before', events: ['update', 'delete'] },
      expression:
        'create trigger audit_entry_fixed before update or delete on "audit_entry" for each row execute function audit_refuse_change()',
    },
  ],
  indexes: [{ properties: ['subjectId'] }, { properties: ['at'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    at: p.datetime(),
    /** Who decided, as the machine knows the operator. */
    operator: p.string().length(100),
    /** Named for the domain and the decision: `payout.approve`. */
    action: p.string().length(60),
    subjectId: p.string().length(100),
    /** The changed fields, as they were before and after the decision. */
    before: p.json<unknown>().nullable(),
    after: p.json<unknown>().nullable(),
  },
})

export type AuditEntry = InferEntity<typeof AuditEntry>
