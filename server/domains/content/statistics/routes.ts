import { Statistics } from '@vesper/sync/vesper/api/statistics.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
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
]
