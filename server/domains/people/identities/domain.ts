import { domain, notSynced } from '../../../infra/domain.ts'
import { listLogins, removeLogins } from './commands.ts'
import { Identity, SpentFlow } from './entity.ts'
import { identityRoutes } from './routes.ts'

/** Logins of other sites that open accounts. */
export const identities = domain({
  name: 'identities',
  entities: [notSynced(Identity), notSynced(SpentFlow)],
  routes: identityRoutes,
  otherLogins: { list: listLogins, remove: removeLogins },
})
