import { domain, notSynced } from '../../../infra/domain.ts'
import { Show } from './entity.ts'
import { showEvents } from './events.ts'
import { showService } from './metering/show-service.ts'
import { showRoutes } from './routes.ts'

/** Private shows, and seats in group shows, that fans pay by the minute. */
export const shows = domain({
  name: 'shows',
  entities: [notSynced(Show)],
  reads: ['stream', 'stream_settings', 'user'],
  routes: showRoutes,
  socketEvents: showEvents,
  services: [showService],
})
