import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CaseDetail, CaseDecision } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { User } from '../../people/accounts/entity.ts'
import { isAlive } from './alive.ts'
import { Appeal, Case, CaseEvidence, CaseNote, Decision } from './entity.ts'
import { evidenceUrl } from './evidence-url.ts'
import { EVIDENCE } from './keep-evidence.ts'
import { Report } from './reports/entity.ts'
import { thingState } from './thing-state.ts'
import { caseRows, nameOf, peopleOf, personOf } from './views.ts'
import { whyNotAppeal, whyNotCase } from './why-not.ts'

/** A case with all that belongs to it, for the account of staff that reads it. Refuses as `not-found`. */
export async function caseDetail(
  source: Pick<Tx, 'em' | 'now' | 'app'>,
  id: string,
  actor: Pick<Actor, 'userId'>,
): Promise<CaseDetail> {
  const { em, now } = source
  const found = await em.findOne(Case, { id })
  if (!found) throw noCase()
  const [row] = await caseRows(em, [found], { userId: actor.userId, now })
  if (!row) throw noCase()
  const caseId = found.id
  const reports = await em.find(Report, { caseId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  const notes = await em.find(CaseNote, { caseId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  const reporterIds = reports.flatMap(({ reporterId }) => reporterId ?? [])
  const people = await peopleOf(em, [...reporterIds, ...notes.flatMap(({ userId }) => userId ?? [])])
  // Staff do not read who has reported them.
  const isOwn = found.targetUserId === actor.userId
  return {
    ...row,
    version: found.version,
    reportList: (isOwn ? [] : reports).map(({ id: _id, reporterId, category, text, createdAt }) => ({
      ...{ _id, by: reporterId == null ? null : personOf(people, reporterId), category, text },
      createdAt: createdAt.toISOString(),
    })),
    evidence: isOwn ? [] : await evidenceOf(em, caseId),
    now: await nowOf(em, found),
    author: await authorOf(em, found, now),
    decisions: await decisionsOf(source, found, actor),
    notes: (isOwn ? [] : notes).map(({ id: _id, userId, text, createdAt }) => ({
      ...{ _id, by: nameOf(people, userId), text, at: createdAt.toISOString() },
    })),
    whyNot: whyNotCase(found, reporterIds, actor.userId),
  }
}

/** The refusal of a case that is not there. */
export function noCase(): Refusal {
  return new Refusal('not-found', 'There is no such case.')
}

async function evidenceOf(em: SqlEntityManager, caseId: string): Promise<CaseDetail['evidence']> {
  const kept = await em.find(CaseEvidence, { caseId }, { orderBy: { takenAt: 'asc', id: 'asc' } })
  const held = await em.find(
    Attachment,
    { holderType: EVIDENCE, holderId: { $in: kept.map(({ id }) => id) } },
    { orderBy: { position: 'asc' } },
  )
  const files = await em.find(File, { id: { $in: held.map(({ fileId }) => fileId) } })
  const mimeTypes = new Map(files.map((file) => [file.id, file.mimeType]))
  return kept.map(({ id, text, context, takenAt }) => ({
    ...{ _id: id, text, context, takenAt: takenAt.toISOString() },
    files: held.flatMap(({ holderId, fileId }) => {
      const mimeType = mimeTypes.get(fileId)
      return holderId !== id || mimeType === undefined ? [] : [{ _id: fileId, url: evidenceUrl(fileId), mimeType }]
    }),
  }))
}

async function nowOf(em: SqlEntityManager, { objectType, objectId }: Case): Promise<CaseDetail['now']> {
  const state = await thingState(em, objectType, objectId)
  return state && { text: state.text, isHidden: state.isHidden, href: hrefOf(objectType, state.pageId) }
}

const PAGES: Partial<Record<ReportTarget, string>> = {
  ...{ feed: '/posts/', gallery: '/galleries/', video: '/videos/', product: '/products/' },
  performer: '/',
}

/** The page of a thing; null for one that has none of its own. */
function hrefOf(type: ReportTarget, pageId: string | null): string | null {
  const page = PAGES[type]
  return page === undefined || pageId === null ? null : `${page}${pageId}`
}

async function authorOf(em: SqlEntityManager, one: Case, now: Date): Promise<CaseDetail['author']> {
  const { targetUserId } = one
  const user = await em.findOneOrFail(User, { id: targetUserId }, { fields: ['status', 'createdAt'] })
  const alive = {
    targetUserId,
    kind: 'restrict' as const,
    reversedAt: null,
    $or: [{ until: null }, { until: { $gt: now } }],
  }
  const restricted = await em.find(Decision, alive, { orderBy: { createdAt: 'asc' } })
  const elsewhere = { targetUserId, caseId: { $ne: one.id } }
  return {
    ...{ status: user.status, since: user.createdAt.toISOString() },
    decisions: await em.count(Decision, { ...elsewhere, kind: { $nin: ['none', 'restore'] } }),
    openCases: await em.count(Case, { targetUserId, id: { $ne: one.id }, state: { $ne: 'closed' } }),
    restrictions: restricted.flatMap(({ restrict, until }) =>
      restrict == null ? [] : [{ restrict, until: until?.toISOString() ?? null }],
    ),
  }
}

async function decisionsOf(
  source: Pick<Tx, 'em' | 'now' | 'app'>,
  { id: caseId }: Case,
  actor: Pick<Actor, 'userId'>,
): Promise<CaseDecision[]> {
  const { em, now } = source
  const decisions = await em.find(Decision, { caseId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  const appeals = await em.find(
    Appeal,
    { decisionId: { $in: decisions.map(({ id }) => id) } },
    { orderBy: { createdAt: 'desc' } },
  )
  const people = await peopleOf(em, [
    ...decisions.flatMap(({ actorId }) => actorId ?? []),
    ...appeals.map(({ userId }) => userId),
  ])
  const views: CaseDecision[] = []
  for (const decision of decisions) {
    // One that waits comes before those that have their answer.
    const own = appeals.filter(({ decisionId }) => decisionId === decision.id)
    const appeal = own.find(({ state }) => state === 'open') ?? own[0]
    const whyNot = appeal?.state === 'open' ? await whyNotAppeal(source, { appeal, decision }, actor.userId) : null
    const { id: _id, actorId, kind, ground, clause, facts, restrict, until, createdAt } = decision
    views.push({
      ...{ _id, by: nameOf(people, actorId), kind, ground, clause, facts, restrict: restrict ?? null },
      ...{ until: until?.toISOString() ?? null, isAlive: isAlive(decision, now), createdAt: createdAt.toISOString() },
      appeal: appeal
        ? {
            ...{ _id: appeal.id, side: appeal.side, by: nameOf(people, appeal.userId), text: appeal.text },
            ...{ state: appeal.state, answer: appeal.answer ?? null, dueAt: appeal.dueAt.toISOString() },
            ...{ createdAt: appeal.createdAt.toISOString(), whyNot },
          }
        : null,
    })
  }
  return views
}
