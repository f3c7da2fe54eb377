import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/**
 * One decision of staff or of an operator: a link of the chain. The database refuses to change it, and its hash tells where
 * somebody who owns the database did.
 */
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
  indexes: [{ properties: ['subjectId'] }, { properties: ['at'] }, { properties: ['actorId', 'seq'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    /** Its place in the chain, from 1 on, without gaps. */
    seq: p.integer().unique(),
    at: p.datetime(),
    /** Who decided at the command line, as the machine knows the operator; null where an account did. */
    operator: p.string().length(100).nullable(),
    /** The account of staff. */
    actorId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    /** The network that the call came from, as limits count it. */
    network: p.string().length(64).nullable(),
    requestId: p.string().length(64).nullable(),
    /** Named for the domain and the decision: `payout.approve`. */
    action: p.string().length(60),
    subjectId: p.string().length(100),
    /** The changed fields, as they were before and after the decision. */
    before: p.json<unknown>().nullable(),
    after: p.json<unknown>().nullable(),
    /** The SHA-256 of the words that explain it, which stand in `AuditText`. */
    textHash: p.string().length(64).nullable(),
    /** The hash of the entry before it; of the first one, zeros. */
    prevHash: p.string().length(64),
    hash: p.string().length(64),
  },
})

/** Words of a decision. They can be erased: the chain holds their hash alone. */
export const AuditText = defineEntity({
  name: 'AuditText',
  tableName: 'audit_text',
  properties: { entryId: p.uuid().primary(), text: p.text() },
})

/** The end of the chain, in one row: whoever appends holds its lock. */
export const AuditHead = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_head',
  checks: [{ name: 'audit_head_one_check', expression: 'id = 1' }],
  properties: { id: p.integer().primary(), seq: p.integer(), hash: p.string().length(64) },
})

export type AuditEntry = InferEntity<typeof AuditEntry>
