import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { Show, ShowList, ShowParams, ShowQuery, ShowRequests, ShowTerms } from '@vesper/sync/vesper/api/live-shows.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { isKeptFrom } from '../../../content/require-unrestricted.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { findCreator } from '../../people/performers/queries.ts'
import { openRequests, ownShow, showPage } from './queries.ts'
import { areApart, isBusy, termsOf } from './terms-of.ts'
import { showViews } from './views.ts'

const tag = 'Shows'
const OfCreator = v.object({ performerId: v.pipe(uuid, v.toLowerCase()) })

const requestsRoute = route({
  method: 'GET',
  path: '/streaming/shows/requests',
  who: 'performer',
  tag,
  summary: 'The requests for private shows that wait for an answer, the oldest first',
  answer: ShowRequests,
  async handle({ app, actor: { userId: viewerId } }) {
    const em = app.orm.em.fork()
    return { data: await showViews(app, em, { viewerId, shows: await openRequests(em, viewerId, app.clock()) }) }
  },
})

const searchRoute = route({
  method: 'GET',
  path: '/streaming/shows/search',
  who: 'user',
  tag,
  summary: 'The own shows, of fans and of creators, the latest first',
  query: ShowQuery,
  answer: ShowList,
  async handle({ app, actor, query }) {
    const em = app.orm.em.fork()
    const { shows, total } = await showPage(em, actor.userId, query)
    return { data: await showViews(app, em, { viewerId: actor.userId, shows }), total }
  },
})

const termsRoute = route({
  method: 'GET',
  path: '/streaming/shows/terms/{performerId}',
  who: 'any',
  tag,
  summary: 'The price of a private show of a creator now, and whether one can be had',
  params: OfCreator,
  answer: ShowTerms,
  async handle({ app, viewer, params }) {
    const em = app.orm.em.fork()
    const { id } = await findCreator(em, params.performerId, viewer)
    const { rate, minimum, acceptsPrivate } = await termsOf(em, id)
    const isFree = acceptsPrivate && viewer.userId !== id && !(await isBusy(em, id)) && !(await isPaused(app, em, id))
    const isOpen = isFree && (viewer.userId === null || !(await areApart(em, id, viewer.userId)))
    return { accepts: isOpen, rate, minimum }
  },
})

const showRoute = route({
  method: 'GET',
  path: '/streaming/shows/{requestId}',
  who: 'user',
  tag,
  summary: 'A show, for its two sides alone',
  params: ShowParams,
  answer: Show,
  async handle({ app, actor: { userId: viewerId }, params }) {
    const em = app.orm.em.fork()
    const [view] = await showViews(app, em, { viewerId, shows: [await ownShow(em, params.requestId, viewerId)] })
    if (!view) throw new Error(`a side of the show ${params.requestId} is gone`)
    return view
  },
})

/** Staff keep the creator from shows. */
async function isPaused(app: App, em: SqlEntityManager, id: string): Promise<boolean> {
  const reader = { em, now: app.clock() }
  return (await isKeptFrom(reader, id, 'publish')) || isKeptFrom(reader, id, 'sell')
}

export const showRoutes: Route[] = [requestsRoute, searchRoute, termsRoute, showRoute]
