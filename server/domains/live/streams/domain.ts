import { domain, notSynced } from '../../../infra/domain.ts'
import { announceLiveJob } from './announce-live.ts'
import { Stream, StreamSettings } from './entity.ts'
import { streamRoutes } from './routes.ts'
import { rtcEvents } from './rtc-events.ts'
import { streamPages } from './stream-pages.ts'
import { streamService } from './stream-service.ts'
import { streamThing } from './stream-thing.ts'
import { returnTicketsJob } from './tickets/return-tickets.ts'

/** Live streams of creators. */
export const streams = domain({
  name: 'streams',
  entities: [notSynced(Stream), notSynced(StreamSettings)],
  reads: ['block', 'charge', 'entitlement', 'follow', 'membership', 'session', 'show', 'user'],
  routes: streamRoutes,
  jobs: [announceLiveJob, returnTicketsJob],
  services: [streamService],
  socketEvents: rtcEvents,
  things: [streamThing],
  publicPages: [streamPages],
})
