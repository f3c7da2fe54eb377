import { FigureList, FiguresQuery, Statistics } from '@vesper/sync/vesper/api/statistics.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { figuresOf } from './figures-of.ts'
import { daysOf } from './queries.ts'

export const statisticsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/performer/statistics',
    who: 'performer',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag: 'Performers',
    summary: 'Followers, views and likes of the own page for each of the last 28 days',
    answer: Statistics,
    handle: async ({ app, actor }) => ({ days: await daysOf(app.orm.em.fork(), actor.userId, app.clock()) }),
  }),
  route({
    method: 'GET',
    path: '/performer/statistics/posts',
    who: 'performer',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag: 'Performers',
    summary: 'Views, likes, comments and sales of each own post, gallery or video in a range of days',
    query: FiguresQuery,
    answer: FigureList,
    handle: ({ app, actor, query }) =>
      figuresOf(app.orm.em.fork(), { performerId: actor.userId, now: app.clock() }, query),
  }),
]
