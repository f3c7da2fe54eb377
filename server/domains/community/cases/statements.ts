import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { caseNumberOf } from '@vesper/sync/vesper/api/cases.ts'
import type { OwnReport, Statement } from '@vesper/sync/vesper/api/cases.ts'
import type * as v from 'valibot'
import { sqlPage } from '../../../infra/http/list.ts'
import type { ListQuery } from '../../../infra/http/list.ts'
import { isAlive } from './alive.ts'
import { appealUntil, noDecision } from './appeals.ts'
import { Appeal, Case, Decision } from './entity.ts'
import { REPORTED, sideOf } from './side-of.ts'
import type { Side } from './side-of.ts'

type Reader = { userId: string; now: Date }

/** Decisions that concern an account, the newest first. */
export async function statementPage(em: SqlEntityManager, reader: Reader, query: ListQuery) {
  const { userId } = reader
  const { rows, total } = await sqlPage<{ id: string; side: Side }>(
    em,
    {
      select: `d.id, case when d.target_user_id = '${userId}'::uuid then 'author' else 'reporter' end as side`,
      from: 'moderation_decision d',
      where: `(d.target_user_id = ? and d.kind <> 'none' or d.target_user_id <> ? and ${REPORTED})`,
      params: [userId, userId, userId],
      sortable: { createdAt: 'd.created_at' },
      tieBreak: 'd.id',
    },
    query,
  )
  return { data: await views(em, rows, reader), total }
}

/** One decision as an account reads it. Refuses as `not-found` one that does not concern it. */
export async function statement(em: SqlEntityManager, id: string, reader: Reader): Promise<Statement> {
  const decision = await em.findOne(Decision, { id })
  const side = decision && (await sideOf(em, decision, reader.userId))
  const [view] = side ? await views(em, [{ id, side }], reader) : []
  if (!view) throw noDecision()
  return view
}

async function views(
  em: SqlEntityManager,
  rows: readonly { id: string; side: Side }[],
  { userId, now }: Reader,
): Promise<Statement[]> {
  const ids = { $in: rows.map(({ id }) => id) }
  const decisions = new Map((await em.find(Decision, { id: ids })).map((one) => [one.id, one]))
  const caseIds = [...decisions.values()].map(({ caseId }) => caseId)
  const cases = new Map((await em.find(Case, { id: { $in: caseIds } })).map((one) => [one.id, one]))
  const appeals = new Map((await em.find(Appeal, { decisionId: ids, userId })).map((one) => [one.decisionId, one]))
  return rows.flatMap(({ id, side }) => {
    const decision = decisions.get(id)
    if (!decision) return []
    const appeal = appeals.get(id)
    const until = appeal ? null : appealUntil(decision, side)
    const { kind, objectType, objectId, ground, clause, facts, restrict, automated } = decision
    return {
      ...{ _id: id, side, kind, objectType, objectId, ground, clause, automated, restrict: restrict ?? null },
      // A reporter may not see the whole thing: it may be locked, or another one of a merged case.
      preview: side === 'author' ? (cases.get(decision.caseId)?.preview ?? '') : '',
      facts: side === 'author' ? facts : '',
      until: decision.until?.toISOString() ?? null,
      ...{ createdAt: decision.createdAt.toISOString(), isAlive: isAlive(decision, now) },
      appealUntil: until !== null && until > now ? until.toISOString() : null,
      appeal: appeal
        ? {
            ...{ _id: appeal.id, text: appeal.text, state: appeal.state, answer: appeal.answer ?? null },
            ...{ createdAt: appeal.createdAt.toISOString(), dueAt: appeal.dueAt.toISOString() },
          }
        : null,
    }
  })
}

type ReportRow = Omit<v.InferOutput<typeof OwnReport>, 'caseNumber' | 'createdAt'> & {
  caseId: string
  createdAt: string
}

/** The reports of an account, and what became of them. */
export async function ownReports(em: SqlEntityManager, { userId }: Reader, query: ListQuery) {
  const { rows, total } = await sqlPage<ReportRow>(
    em,
    {
      select: `r.id as "_id", r.case_id as "caseId", r.object_type as "objectType", '' as preview, r.category, r.text,
        case when r.state = 'open' then 'open' when c.state = 'closed' then 'closed' else 'decided' end as state,
        (select d.id from moderation_decision d where d.case_id = r.case_id and d.object_type = r.object_type and d.object_id = r.object_id
           and d.created_at >= r.created_at
         order by d.created_at desc, d.id desc limit 1) as "decisionId", r.created_at as "createdAt"`,
      from: 'report r join moderation_case c on c.id = r.case_id',
      where: 'r.reporter_id = ?',
      params: [userId],
      sortable: { createdAt: 'r.created_at' },
      tieBreak: 'r.id',
    },
    query,
  )
  const data = rows.map(({ caseId, createdAt, ...row }) => ({
    ...row,
    ...{ caseNumber: caseNumberOf(caseId), createdAt: new Date(createdAt).toISOString() },
  }))
  return { data, total }
}
