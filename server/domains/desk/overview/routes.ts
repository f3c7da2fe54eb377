import { DeskOverview } from '@vesper/sync/vesper/api/desk-overview.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { readOverview } from './read-overview.ts'

export const overviewRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/desk/overview',
    who: 'staff',
    needs: 'desk.enter',
    tag: 'Desk',
    summary: 'The site today and on the 27 days before, as far as this account may see it',
    answer: DeskOverview,
    handle: ({ app, actor }) => readOverview(app, actor.desk?.permissions ?? []),
  }),
]
