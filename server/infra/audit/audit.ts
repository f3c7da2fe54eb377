import { userInfo } from 'node:os'
import type { Tx } from '../database/transaction.ts'
import { AuditEntry } from './entity.ts'

const NAME_MAX = 100

type Decision = { action: string; subjectId: string; before?: unknown; after?: unknown }

/** Notes what an operator decided, in the transaction of the decision: there is none without its entry. */
export function audit(tx: Tx, { action, subjectId, before = null, after = null }: Decision): void {
  tx.em.create(AuditEntry, { at: tx.now, operator: operatorName(), action, subjectId, before, after })
}

/** The operator of this process: `OPERATOR`, else the account of the system. */
export function operatorName(): string {
  return (process.env['OPERATOR'] || userInfo().username).slice(0, NAME_MAX)
}
