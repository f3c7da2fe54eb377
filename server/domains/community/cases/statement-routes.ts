import {
  NewAppeal,
  OwnReportList,
  ReportNumber,
  Statement,
  StatementList,
  VisitorReport,
} from '@vesper/sync/vesper/api/cases.ts'
import { Done, listQuery, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { requirePerson } from '../../site/captcha/require-person.ts'
import { appealDecision } from './appeals.ts'
import { ownReports, statement, statementPage } from './statements.ts'
import { takeVisitorReport } from './take-visitor-report.ts'

const tag = 'Cases'
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })
const limits = [{ points: 60, seconds: 60, by: 'account' as const }]

const listRoute = route({
  ...{ method: 'GET', path: '/decisions', who: 'user', whileSuspended: true, limits, tag },
  summary: 'Decisions of staff about own things and reports, the newest first',
  query: listQuery(['createdAt']),
  answer: StatementList,
  handle: ({ app, actor, query }) =>
    statementPage(app.orm.em.fork(), { userId: actor.userId, now: app.clock() }, query),
})

const oneRoute = route({
  ...{ method: 'GET', path: '/decisions/{id}', who: 'owner', whileSuspended: true, limits, tag },
  summary: 'A decision with its reasons',
  params: byId,
  answer: Statement,
  handle: ({ app, actor, params }) =>
    statement(app.orm.em.fork(), params.id, { userId: actor.userId, now: app.clock() }),
})

const appealRoute = route({
  ...{ method: 'POST', path: '/decisions/{id}/appeal', who: 'owner', whileSuspended: true, limits, tag },
  summary: 'Appeal a decision, once, within six months',
  params: byId,
  body: NewAppeal,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => appealDecision(tx, params.id, body))
    return { success: true as const }
  },
})

const mineRoute = route({
  ...{ method: 'GET', path: '/reports/mine', who: 'user', whileSuspended: true, limits, tag },
  summary: 'Own reports, and what became of them',
  query: listQuery(['createdAt']),
  answer: OwnReportList,
  handle: ({ app, actor, query }) => ownReports(app.orm.em.fork(), { userId: actor.userId, now: app.clock() }, query),
})

const visitorRoute = route({
  ...{ method: 'POST', path: '/reports/visitor', who: 'any', whileSuspended: true, tag },
  limits: [{ points: 5, seconds: 3_600, by: 'ip' }],
  summary: 'Report a page without an account',
  body: VisitorReport,
  answer: ReportNumber,
  async handle({ app, body, ip, viewer }) {
    await requirePerson(app, { token: body.captchaToken, ip })
    const caseNumber = await transact(app, null, (tx) => takeVisitorReport(tx, body, viewer.country))
    return { success: true as const, caseNumber }
  },
})

export const statementRoutes: Route[] = [listRoute, oneRoute, appealRoute, mineRoute, visitorRoute]
