import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { Statement as SignedStatement } from '@vesper/sync/vesper/statements/statement.ts'

/** The statement of a creator's month, as it was signed. It is never changed. */
export const Statement = defineEntity({
  name: 'Statement',
  tableName: 'statement',
  triggers: [
    {
      ...{ name: 'statement_fixed', timing: 'before', events: ['update', 'delete'] },
      expression:
        'create trigger statement_fixed before update or delete on "statement" for each row execute function money_refuse_change()',
    },
  ],
  properties: {
    performerId: p.uuid().primary(),
    /** As 2026-11, in UTC. */
    month: p.string().length(7).primary(),
    head: p.json<SignedStatement['head']>(),
    /** JSON of the lines with their hashes. */
    lines: p.text().lazy(),
    signature: p.string().length(100),
  },
})

/** A key that signs statements. Older ones stay: they check what they have signed. */
export const StatementKey = defineEntity({
  name: 'StatementKey',
  tableName: 'statement_key',
  properties: {
    /** The beginning of the hash of the public key. */
    id: p.string().length(22).primary(),
    /** 32 bytes as base64url. */
    publicKey: p.string().length(43),
    /** PKCS #8, sealed with the key of the configuration; null once another one signs. */
    privateKey: p.text().nullable(),
    createdAt: p.datetime(),
  },
})

export type Statement = InferEntity<typeof Statement>
export type StatementKey = InferEntity<typeof StatementKey>
