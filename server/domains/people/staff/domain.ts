import { domain, notSynced } from '../../../infra/domain.ts'
import { Approval, StaffRole } from './entity.ts'
import { needsFactor } from './needs-factor.ts'
import { roleApprovals } from './role-approvals.ts'
import { staffRoutes } from './routes.ts'
import { staffOf } from './staff-of.ts'
import { verifyAuditJob } from './verify-audit-job.ts'

/** The people who run the site: their parts, the desk's door, the consent of a second person, the audit. */
export const staff = domain({
  name: 'staff',
  entities: [notSynced(StaffRole), notSynced(Approval)],
  reads: ['audit_entry', 'audit_head', 'audit_text', 'passkey', 'totp', 'user'],
  routes: staffRoutes,
  jobs: [verifyAuditJob],
  approvals: roleApprovals,
  staffOf,
  needsFactor,
})
