import { domain, synced } from '../../../infra/domain.ts'
import { endMembershipsJob } from './end-memberships.ts'
import { Entitlement, Membership } from './entity.ts'
import { ENTITLEMENT_WINDOW, grants as collection, recordEntitlement, recordGrant } from './synced.ts'

/** The rights of accounts to see single things of creators, and all that is for members. */
export const grants = domain({
  name: 'grants',
  entities: [synced(Entitlement, recordEntitlement), synced(Membership, recordGrant)],
  collections: [collection],
  ownRows: [
    {
      sql: `select count(*)::int from (select 1 from entitlement where user_id = ? limit ?) as e`,
      params: ['viewer', ENTITLEMENT_WINDOW],
    },
    { sql: 'select count(*)::int from membership where user_id = ?', params: ['viewer'] },
  ],
  jobs: [endMembershipsJob],
})
