import { PromoList, PromoQuery } from '@vesper/sync/vesper/api/promos.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { promoPage } from './queries.ts'

export const promoRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/site-promo/search',
    who: 'any',
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag: 'Promos',
    summary: 'The announcements of the site that are shown now',
    query: PromoQuery,
    answer: PromoList,
    handle: ({ app, actor, query }) => promoPage(app.orm.em.fork(), { actor, now: app.clock() }, query),
  }),
]
