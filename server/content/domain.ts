import { domain, notSynced } from '../infra/domain.ts'
import { ContentTotal } from './content-total.ts'

/** The counts of things, and the rules of access that all domains share. */
export const content = domain({
  name: 'content',
  entities: [notSynced(ContentTotal)],
  reads: ['block', 'entitlement', 'file', 'follow', 'membership', 'performer', 'reaction', 'user'],
})
