import {
  AcceptDispute,
  AnswerDispute,
  DeskDisputeDetail,
  DeskDisputeList,
  DeskDisputeQuery,
} from '@vesper/sync/vesper/api/desk-disputes.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { acceptDispute, answerDispute } from './answer-dispute.ts'
import { disputeDetail } from './dispute-detail.ts'
import { disputePage } from './dispute-page.ts'

const tag = 'Desk'
const done = { success: true as const }
const params = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/desk/disputes',
  who: 'staff',
  needs: 'disputes.answer',
  tag,
  summary: 'The payments that banks dispute, the latest first, or the next due date first',
  query: DeskDisputeQuery,
  answer: DeskDisputeList,
  handle: ({ app, query }) => disputePage(app.orm.em.fork(), query),
})

const detailRoute = route({
  method: 'GET',
  path: '/desk/disputes/{id}',
  who: 'staff',
  needs: 'disputes.answer',
  tag,
  summary: 'A dispute with the sales that it is about, and an answer drafted out of the records',
  params,
  answer: DeskDisputeDetail,
  handle: ({ app, actor, params: { id } }) => disputeDetail({ app, em: app.orm.em.fork() }, id, actor.userId),
})

const answerRoute = route({
  method: 'POST',
  path: '/desk/disputes/{id}/answer',
  who: 'staff',
  needs: 'disputes.answer',
  fresh: 300,
  tag,
  summary: 'Answer a dispute, with the chosen parts of its draft; a bank takes one answer',
  params,
  body: AnswerDispute,
  answer: Done,
  async handle({ app, actor, params: { id }, body }) {
    await transact(app, actor, (tx) => answerDispute(tx, { ...body, id }))
    return done
  },
})

const acceptRoute = route({
  method: 'POST',
  path: '/desk/disputes/{id}/accept',
  who: 'staff',
  needs: 'disputes.answer',
  fresh: 300,
  tag,
  summary: 'Leave the money of a dispute to the cardholder',
  params,
  body: AcceptDispute,
  answer: Done,
  async handle({ app, actor, params: { id }, body }) {
    await transact(app, actor, (tx) => acceptDispute(tx, { ...body, id }))
    return done
  },
})

export const disputeRoutes: Route[] = [listRoute, detailRoute, answerRoute, acceptRoute]
