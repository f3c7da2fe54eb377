import { domain, notSynced } from '../domain.ts'
import { KeyUse } from './entity.ts'

/** The fingerprints of the keys that all servers of a database share. */
export const keys = domain({ name: 'keys', entities: [notSynced(KeyUse)] })
