import { randomUUID } from 'node:crypto'
import { decisionClauses } from '@vesper/sync/vesper/api/cases.ts'
import { reportCategories } from '@vesper/sync/vesper/api/reports.ts'
import type { TransparencyReport } from '@vesper/sync/vesper/api/transparency.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { Appeal, Case, Decision } from './entity.ts'
import { Report } from './reports/entity.ts'
import { deskOf, makeStaff } from './testing/desk.ts'
import { transparencyCategories } from './transparency-categories.ts'

let server: TestServer
let moderator: Person
let fan: Person
beforeAll(async () => {
  server = await startTestServer()
  moderator = await makeStaff(server, 'moderator', 'moderator')
  fan = await makePerson(server, 'fan')
})
afterAll(() => server.stop())

type Given = {
  reports?: { category: Report['category']; at: string; isVisitor?: true }[]
  decisions?: (Partial<Pick<Decision, 'kind' | 'ground' | 'clause' | 'automated'>> & { at: string })[]
  appeals?: { state: Appeal['state']; at: string; answered?: string }[]
}

/** A case with what was said and decided in it; appeals are against its first decision. */
async function addCase({ reports = [], decisions = [], appeals = [] }: Given): Promise<void> {
  const about = { objectType: 'feed' as const, objectId: randomUUID(), targetUserId: randomUUID() }
  const [caseId, firstId] = [randomUUID(), randomUUID()]
  await transact(server.app, null, async ({ em }) => {
    em.create(Case, {
      ...{ id: caseId, ...about, sources: [reports.length > 0 ? 'report' : 'staff'], preview: '', priority: 3 },
      ...{ dueAt: new Date(), state: 'decided', claimedBy: null, claimUntil: null, version: 1, createdAt: new Date() },
      closedAt: null,
    })
    for (const { category, at, isVisitor } of reports)
      em.create(Report, {
        ...{ id: randomUUID(), reporterId: isVisitor ? null : fan.id, reporterEmail: isVisitor ? 'a@b.test' : null },
        ...{ caseId, ...about, category, text: '', snapshot: { text: '' }, decision: null },
        ...{ createdAt: new Date(at), updatedAt: new Date(at) },
      })
    for (const [n, { at, ...given }] of decisions.entries())
      em.create(Decision, {
        ...{ id: n === 0 ? firstId : randomUUID(), caseId, ...about, actorId: null, kind: 'hide', ground: 'terms' },
        ...{ clause: 'spam', facts: '', restrict: null, until: null, before: null, reversedBy: null, reversedAt: null },
        ...{ createdAt: new Date(at), ...given },
      })
    for (const { state, at, answered } of appeals)
      em.create(Appeal, {
        ...{
          id: randomUUID(),
          decisionId: firstId,
          userId: randomUUID(),
          side: 'author',
          text: '',
          state,
          answer: null,
        },
        ...{
          decidedBy: null,
          decidedAt: answered ? new Date(answered) : null,
          dueAt: new Date(),
          createdAt: new Date(at),
        },
      })
    await em.flush()
  })
}

test('a report counts notices, measures and complaints of its days, by category and in total', async () => {
  await addCase({
    reports: [
      // The last moment before the report, and its first one.
      { category: 'spam', at: '2026-02-28T23:59:59.999Z' },
      { category: 'spam', at: '2026-03-01T00:00:00.000Z' },
      { category: 'impersonation', at: '2026-03-01T02:00:00.000Z', isVisitor: true },
      { category: 'minor', at: '2026-03-31T23:59:59.999Z' },
      { category: 'minor', at: '2026-04-01T00:00:00.000Z' },
    ],
    decisions: [
      { at: '2026-03-01T05:00:00.000Z' },
      { at: '2026-03-02T00:00:00.000Z', kind: 'suspend', ground: 'illegal', clause: 'minors', automated: 'detection' },
      { at: '2026-03-03T00:00:00.000Z', kind: 'restore' },
      { at: '2026-04-01T00:00:00.000Z', kind: 'restrict' },
    ],
    appeals: [
      { state: 'reversed', at: '2026-03-10T00:00:00.000Z', answered: '2026-03-11T00:00:00.000Z' },
      { state: 'upheld', at: '2026-03-10T00:00:00.000Z', answered: '2026-03-16T00:00:00.000Z' },
      { state: 'open', at: '2026-03-12T00:00:00.000Z' },
      { state: 'open', at: '2026-04-01T00:00:00.000Z' },
    ],
  })
  await addCase({
    decisions: [
      { at: '2026-03-05T00:00:00.000Z', clause: 'fraud' },
      { at: '2026-03-05T00:00:00.000Z', kind: 'none' },
    ],
  })
  const [fraud, minors] = [transparencyCategories.ofReport.spam, transparencyCategories.ofReport.minor]
  const rows = await report('2026-03-01', '2026-04-01')
  expect(rows('notices', 'received')).toEqual({ TOTAL: 3, [fraud]: 2, [minors]: 1 })
  expect(rows('notices', 'received from people without an account')).toEqual({ TOTAL: 1, [fraud]: 1 })
  expect(rows('notices', 'led to a measure or a warning')).toEqual({ TOTAL: 3, [fraud]: 2, [minors]: 1 })
  // Five hours and three; the report on a minor of the last evening had its decision in April, by a restriction.
  expect(rows('notices', 'median hours to a decision: received')).toEqual({ TOTAL: 3, [fraud]: 4, [minors]: 0 })
  expect(rows('measures', 'DECISION_VISIBILITY_CONTENT_DISABLED')).toEqual({ TOTAL: 2, [fraud]: 2 })
  expect(rows('measures', 'DECISION_ACCOUNT_SUSPENDED')).toEqual({ TOTAL: 1, [minors]: 1 })
  expect(rows('measures', 'DECISION_PROVISION_PARTIAL_SUSPENSION')).toEqual({})
  expect(rows('measures', 'DECISION_GROUND_ILLEGAL_CONTENT')).toEqual({ TOTAL: 1, [minors]: 1 })
  expect(rows('measures', 'DECISION_GROUND_INCOMPATIBLE_CONTENT')).toEqual({ TOTAL: 2, [fraud]: 2 })
  expect(rows('measures', 'after a notice')).toEqual({ TOTAL: 2, [fraud]: 1, [minors]: 1 })
  expect(rows('measures', 'at the own initiative')).toEqual({ TOTAL: 1, [fraud]: 1 })
  expect(rows('measures', 'found or decided by automated means')).toEqual({ TOTAL: 1, [minors]: 1 })
  expect(rows('complaints', 'received')).toEqual({ TOTAL: 3, [fraud]: 3 })
  expect(rows('complaints', 'reversed')).toEqual({ TOTAL: 1, [fraud]: 1 })
  expect(rows('complaints', 'open')).toEqual({ TOTAL: 1, [fraud]: 1 })
  expect(rows('complaints', 'median days to an answer: received')).toEqual({ TOTAL: 3.5, [fraud]: 3.5 })
})

test('a report without anything to tell is empty, and one of more than 366 days or of none is refused', async () => {
  expect((await report('2025-01-01', '2026-01-02'))('notices', 'received')).toEqual({})
  for (const [from, to] of [
    ['2025-01-01', '2026-01-03'],
    ['2026-01-01', '2026-01-01'],
    ['2026-02-29', '2026-03-01'],
    ['yesterday', '2026-03-01'],
  ]) {
    const refused = await deskOf(server)(moderator, `GET /desk/transparency?from=${from}&to=${to}`)
    expect(refused.status, `${from} ${to}`).toBe(400)
  }
})

test('each reason of a report and each rule has a category', () => {
  expect(Object.keys(transparencyCategories.ofReport).sort()).toEqual([...reportCategories].sort())
  expect(Object.keys(transparencyCategories.ofClause).sort()).toEqual([...decisionClauses].sort())
})

/** The values of an indicator by category. */
async function report(from: string, to: string) {
  const answer = await deskOf(server)(moderator, `GET /desk/transparency?from=${from}&to=${to}`)
  expect(answer.status, answer.text).toBe(200)
  const { rows } = answer.body as TransparencyReport
  return (part: string, indicator: string) =>
    Object.fromEntries(
      rows.flatMap((row) => (row.part === part && row.indicator === indicator ? [[row.category, row.value]] : [])),
    )
}
