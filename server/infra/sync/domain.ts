import { domain, notSynced } from '../domain.ts'
import { queueWarning } from '../jobs/queue-warning.ts'
import { Change, Device, Epoch, LedgerEntry, Server, ServerRun, Space } from './entity.ts'
import { contractJob } from './history/contract-job.ts'
import { keepLease } from './history/server-lease.ts'
import { pruneJob } from './prune-job.ts'
import { ledgerRoutes } from './push/ledger-routes.ts'
import { syncRoutes } from './routes.ts'

/** Synchronisation's own tables and calls. */
export const sync = domain({
  name: 'sync',
  entities: [Space, Change, LedgerEntry, Device, Epoch, ServerRun, Server].map((entity) => notSynced(entity)),
  routes: [...syncRoutes, ...ledgerRoutes],
  reads: ['session'],
  jobs: [pruneJob, contractJob],
  services: [keepLease],
  warning: queueWarning,
})
