import {
  CaseDetail,
  CaseList,
  CaseNote,
  CaseQuery,
  CloseCase,
  DecideAppeal,
  DecideCase,
  DecideThing,
  MergeCase,
} from '@vesper/sync/vesper/api/cases.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { reportTargets } from '@vesper/sync/vesper/api/reports.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { decideAppeal } from './appeals.ts'
import { caseDetail } from './case-detail.ts'
import { claimCase, closeCase, mergeCases, noteCase } from './commands.ts'
import { decideCase, decideThing } from './decide-case.ts'
import { casePage } from './queries.ts'

const tag = 'Cases'
const id = v.pipe(uuid, v.toLowerCase())
const byId = v.object({ id })
const thing = v.object({ type: v.picklist(reportTargets, 'There is no such thing.'), id })
const done = { success: true as const }
const decides = { who: 'staff', needs: 'cases.decide', tag } as const

const listRoute = route({
  ...{ method: 'GET', path: '/desk/cases', who: 'staff', needs: 'content.read', tag },
  summary: 'Cases that are not closed, the most urgent first',
  query: CaseQuery,
  answer: CaseList,
  handle: ({ app, actor, query }) => casePage(app.orm.em.fork(), query, { userId: actor.userId, now: app.clock() }),
})

const caseRoute = route({
  ...{ method: 'GET', path: '/desk/cases/{id}', who: 'staff', needs: 'content.read', tag },
  summary: 'A case with its reports, its evidence and its decisions',
  params: byId,
  answer: CaseDetail,
  handle: ({ app, actor, params }) => caseDetail({ app, em: app.orm.em.fork(), now: app.clock() }, params.id, actor),
})

const claimRoute = route({
  ...{ method: 'POST', path: '/desk/cases/{id}/claim', ...decides },
  summary: 'Show others that this account works on a case; it lapses after 15 minutes without work',
  params: byId,
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => claimCase(tx, params.id))
    return done
  },
})

const noteRoute = route({
  ...{ method: 'POST', path: '/desk/cases/{id}/note', ...decides },
  summary: 'Add a note that staff alone read',
  params: byId,
  body: CaseNote,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => noteCase(tx, params.id, body))
    return done
  },
})

const decideRoute = route({
  ...{ method: 'POST', path: '/desk/cases/{id}/decide', ...decides },
  summary: 'Decide a case, with the statement that its author reads',
  params: byId,
  body: DecideCase,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => decideCase(tx, params.id, body))
    return done
  },
})

const mergeRoute = route({
  ...{ method: 'POST', path: '/desk/cases/{id}/merge', ...decides },
  summary: 'Join a case to another one of the same author',
  params: byId,
  body: MergeCase,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => mergeCases(tx, params.id, { ...body, into: body.into.toLowerCase() }))
    return done
  },
})

const closeRoute = route({
  ...{ method: 'POST', path: '/desk/cases/{id}/close', ...decides },
  summary: 'Close a decided case',
  params: byId,
  body: CloseCase,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => closeCase(tx, params.id, body.version))
    return done
  },
})

const thingRoute = route({
  ...{ method: 'POST', path: '/desk/things/{type}/{id}/decide', ...decides },
  summary: 'Decide on a thing or an account without a report',
  params: thing,
  body: DecideThing,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => decideThing(tx, params, body))
    return done
  },
})

const appealRoute = route({
  ...{ method: 'POST', path: '/desk/appeals/{id}/decide', who: 'staff', needs: 'appeals.decide', tag },
  summary: 'Answer an appeal against a decision of another person',
  params: byId,
  body: DecideAppeal,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => decideAppeal(tx, params.id, body))
    return done
  },
})

export const deskRoutes: Route[] = [
  ...[listRoute, caseRoute, claimRoute, noteRoute],
  ...[decideRoute, mergeRoute, closeRoute, thingRoute, appealRoute],
]
