import { domain, notSynced } from '../domain.ts'
import { Session } from './entity.ts'

/** Sessions of accounts. */
export const sessions = domain({ name: 'sessions', reads: ['user'], entities: [notSynced(Session)] })
