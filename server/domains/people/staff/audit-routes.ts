import {
  AuditCheck,
  AuditExport,
  AuditList,
  AuditPart,
  AuditPartQuery,
  AuditQuery,
} from '@vesper/sync/vesper/api/staff.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { readEntriesBetween } from '../../../infra/audit/read-entries.ts'
import { verifyAudit } from '../../../infra/audit/verify-audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { auditPage } from './queries.ts'

/** Seconds within which an export asks for a step-up. A long one asks again in between. */
const FRESH_S = 300
/** Entries of one part: a few hundred kilobytes. */
const PART = 1_000

const auditRoute = route({
  method: 'GET',
  path: '/desk/audit',
  who: 'staff',
  needs: 'audit.read',
  tag: 'Desk',
  summary: 'What staff and operators decided, the newest first',
  query: AuditQuery,
  answer: AuditList,
  async handle({ app, query }) {
    const { rows, total } = await auditPage(app.orm.em.fork(), query)
    return { data: rows, total }
  },
})

const verifyRoute = route({
  method: 'GET',
  path: '/desk/audit/verify',
  who: 'staff',
  needs: 'audit.read',
  limits: [{ points: 10, seconds: 60, by: 'account' }],
  tag: 'Desk',
  summary: 'Follow the chain of the audit from its first entry to its head',
  answer: AuditCheck,
  handle: ({ app }) => verifyAudit(app),
})

/** Its own entry is the last one that it holds. */
const exportRoute = route({
  method: 'POST',
  path: '/desk/audit/export',
  who: 'staff',
  needs: 'audit.read',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Begin an export of the audit, which is audited; its entries come by parts',
  answer: AuditExport,
  async handle({ app, actor }) {
    await transact(app, actor, async (tx) => audit(tx, { action: 'audit.export', subjectId: actor.userId }))
    const [head] = await app.orm.em.fork().execute<{ seq: number }[]>('select seq from audit_head where id = 1')
    return { to: head?.seq ?? 0 }
  },
})

const partRoute = route({
  method: 'GET',
  path: '/desk/audit/part',
  who: 'staff',
  needs: 'audit.read',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Entries of an export of the audit, in the order of the chain',
  query: AuditPartQuery,
  answer: AuditPart,
  async handle({ app, query }) {
    const entries = await readEntriesBetween(app.orm.em.fork(), { ...query, limit: PART })
    const last = entries.at(-1)
    return { entries, next: last && last.seq < query.to ? last.seq : null }
  },
})

export const auditRoutes: Route[] = [auditRoute, verifyRoute, exportRoute, partRoute]
