import { domain, notSynced } from '../infra/domain.ts'
import { ContentTotal } from './content-total.ts'
import { foldViewDaysJob } from './fold-view-days.ts'
import { ViewDay } from './view-day.ts'

/** The counts of things, and the rules of access that all domains share. */
export const content = domain({
  name: 'content',
  entities: [notSynced(ContentTotal), notSynced(ViewDay)],
  jobs: [foldViewDaysJob],
  reads: [
    'block',
    'creator_pause',
    'entitlement',
    'file',
    'follow',
    'membership',
    'moderation_decision',
    'performer',
    'reaction',
    'user',
  ],
})
