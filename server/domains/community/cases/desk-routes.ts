import { CaseDetail, CaseList, CaseQuery } from '@vesper/sync/vesper/api/cases.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { caseDetail } from './case-detail.ts'
import { casePage } from './queries.ts'

const tag = 'Cases'
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

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

export const deskRoutes: Route[] = [listRoute, caseRoute]
