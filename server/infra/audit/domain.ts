import { domain, notSynced } from '../domain.ts'
import { AuditEntry, AuditHead, AuditText } from './entity.ts'

/** Decisions of staff and of operators. */
export const audits = domain({
  name: 'audits',
  entities: [notSynced(AuditEntry), notSynced(AuditText), notSynced(AuditHead)],
})
