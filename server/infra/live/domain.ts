import { domain } from '../domain.ts'
import { endExpiredSessions } from './expired-sessions.ts'

/** Connected sockets. */
export const live = domain({
  name: 'live',
  jobs: [endExpiredSessions],
})
