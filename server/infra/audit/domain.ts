import { domain, notSynced } from '../domain.ts'
import { AuditEntry } from './entity.ts'

/** Decisions of operators. */
export const audits = domain({ name: 'audits', entities: [notSynced(AuditEntry)] })
