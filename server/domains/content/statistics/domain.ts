import { domain, notSynced } from '../../../infra/domain.ts'
import { CreatorDay } from './entity.ts'
import { recordDaysJob } from './record-days.ts'
import { statisticsRoutes } from './routes.ts'

/** The figures of a creator's page, by day. */
export const statistics = domain({
  name: 'statistics',
  entities: [notSynced(CreatorDay)],
  reads: [
    'asset',
    'charge',
    'comment',
    'content_total',
    'follow',
    'order',
    'order_line',
    'performer',
    'post',
    'reaction',
    'view_day',
  ],
  routes: statisticsRoutes,
  jobs: [recordDaysJob],
})
