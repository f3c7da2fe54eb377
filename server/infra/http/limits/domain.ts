import { domain, notSynced } from '../../domain.ts'
import { RateLimit } from './entity.ts'

/** Limits that all servers of a database count together. */
export const limits = domain({ name: 'limits', entities: [notSynced(RateLimit)] })
