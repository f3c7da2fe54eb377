import { domain, notSynced } from '../domain.ts'
import { AuditEntry } from './entity.ts'

/** What operators have decided. */
export const audits = domain({ name: 'audits', entities: [notSynced(AuditEntry)] })
