import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ApprovalRecord, AuditRecord, StaffMember } from '@vesper/sync/vesper/api/staff.ts'
import { AT_TEXT } from '../../../infra/audit/read-entries.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import type { ListQuery } from '../../../infra/http/list.ts'
import { whyNotBy } from './approvals.ts'
import type { Approval } from './entity.ts'

/** SQL: how staff call an account whose id the expression gives. */
const nameOf = (id: string): string => `(select coalesce(n.username, n.name) from "user" n where n.id = ${id})`

/** The parts that accounts have, by the account. */
export async function staffList(em: SqlEntityManager): Promise<StaffMember[]> {
  return em.execute<StaffMember[]>(
    `select r.id as "_id", r.user_id as "userId", u.username, u.name, r.role, ${AT_TEXT('r.granted_at')} as "grantedAt",
       (exists (select 1 from totp t where t.user_id = u.id and t.confirmed_at is not null)
        or exists (select 1 from passkey k where k.user_id = u.id)) as "hasFactor"
     from staff_role r join "user" u on u.id = r.user_id where r.revoked_at is null
     order by u.username, r.granted_at, r.id`,
  )
}

/** One page of the audit, by default the newest first. */
export function auditPage(em: SqlEntityManager, { q, ...query }: ListQuery & { q: string }) {
  const where = q === '' ? 'true' : '(starts_with(e.action, ?) or e.subject_id = ? or e.actor_id::text = ?)'
  return sqlPage<AuditRecord>(
    em,
    {
      select: `e.id as "_id", e.seq, ${AT_TEXT('e.at')} as at, coalesce(e.operator, ${nameOf('e.actor_id')}, e.actor_id::text) as by,
        e.action, e.subject_id as "subjectId", e.before, e.after, e.hash,
        (select t.text from audit_text t where t.entry_id = e.id) as text`,
      from: 'audit_entry e',
      where,
      params: q === '' ? [] : [q, q, q],
      sortable: { seq: 'e.seq' },
      tieBreak: 'e.id',
    },
    query,
  )
}

type Row = Omit<ApprovalRecord, 'whyNot'> & Pick<Approval, 'subjectId'> & { askedBy: string; aloneFrom: string | null }

/** One page of what waits for a second person, or did. `whyNot` is for the reader. */
export async function approvalPage(
  source: Pick<Tx, 'em' | 'now' | 'app'>,
  actor: Pick<Actor, 'userId'>,
  { state, kinds, ...query }: ListQuery & { state: string; kinds: readonly string[] },
): Promise<{ data: ApprovalRecord[]; total: number }> {
  const stated = stateAt(`timestamptz '${source.now.toISOString()}'`)
  const { rows, total } = await sqlPage<Row>(
    source.em,
    {
      select: `a.id as "_id", a.kind, a.facts, a.reason, ${stated} as state, a.subject_id as "subjectId", a.alone_from as "aloneFrom",
        a.requested_by as "askedBy", ${nameOf('a.requested_by')} as "requestedBy", ${nameOf('a.decided_by')} as "decidedBy",
        ${AT_TEXT('a.created_at')} as "createdAt", ${AT_TEXT('a.expires_at')} as "expiresAt"`,
      from: 'approval a',
      where: `${stated} = ? and a.kind = any(?)`,
      params: [state, `{${kinds.join()}}`],
      sortable: { createdAt: 'a.created_at' },
      tieBreak: 'a.id',
    },
    query,
  )
  const data: ApprovalRecord[] = []
  for (const { subjectId, askedBy, aloneFrom, ...row } of rows) {
    const from = aloneFrom === null ? null : new Date(aloneFrom)
    const asked = { kind: row.kind, requestedBy: askedBy, aloneFrom: from, subjectId }
    const whyNot = row.state === 'waiting' ? await whyNotBy(source, actor, asked) : null
    data.push({ ...row, whyNot })
  }
  return { data, total }
}

/** SQL: the state of an approval `a` at a moment. */
const stateAt = (now: string): string =>
  `case when a.state = 'waiting' and a.expires_at <= ${now} then 'expired' else a.state end`
