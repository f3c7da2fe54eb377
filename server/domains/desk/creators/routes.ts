import {
  CreatorReview,
  DeskCreator,
  DeskCreatorList,
  DeskCreatorQuery,
  DeskPicture,
} from '@vesper/sync/vesper/api/desk-creators.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { reviewCreator } from './commands.ts'
import { creatorPage, readCreator } from './queries.ts'
import { showDocument } from './show-document.ts'

/** Seconds within which a step-up is asked for before a document is shown. */
const FRESH_S = 300
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/desk/creators',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'Creators by the state of their review, those who wait unless told',
  query: DeskCreatorQuery,
  answer: DeskCreatorList,
  handle: ({ app, query }) => creatorPage(app.orm.em.fork(), query),
})

const creatorRoute = route({
  method: 'GET',
  path: '/desk/creators/{id}',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'One creator with the state of each document',
  params: byId,
  answer: DeskCreator,
  handle: ({ app, actor, params }) => readCreator(app.orm.em.fork(), actor, params.id),
})

const reviewRoute = route({
  method: 'POST',
  path: '/desk/creators/{id}/review',
  who: 'staff',
  needs: 'creators.review',
  tag: 'Desk',
  summary: 'Approve a creator, or reject documents with the problem of each',
  params: byId,
  body: CreatorReview,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => reviewCreator(tx, params.id, body))
    return { success: true as const }
  },
})

const documentRoute = route({
  method: 'GET',
  path: '/desk/documents/{id}',
  who: 'staff',
  needs: 'creators.review',
  fresh: FRESH_S,
  // A picture is marked at the cost of a processor.
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag: 'Desk',
  summary: 'Look at an identity document, which is audited',
  params: byId,
  answer: DeskPicture,
  async handle({ app, actor, params }) {
    const picture = await showDocument(app, actor, params.id)
    return { mimeType: 'image/jpeg' as const, data: picture.toString('base64') }
  },
})

export const creatorRoutes: Route[] = [listRoute, creatorRoute, reviewRoute, documentRoute]
