import { domain, notSynced } from '../../../infra/domain.ts'
import { countDaysJob } from './count-days.ts'
import { SiteDay } from './entity.ts'
import { overviewRoutes } from './routes.ts'

/** Figures of the whole site, day by day. */
export const overview = domain({
  name: 'overview',
  entities: [notSynced(SiteDay)],
  reads: ['charge', 'charge_refund', 'file', 'moderation_case', 'payment_reversal', 'session', 'user'],
  routes: overviewRoutes,
  jobs: [countDaysJob],
})
