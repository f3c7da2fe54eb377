import { domain, notSynced } from '../../../infra/domain.ts'
import { Show } from './entity.ts'

/** Private shows, and seats in group shows, that fans pay by the minute. */
export const shows = domain({
  name: 'shows',
  entities: [notSynced(Show)],
})
