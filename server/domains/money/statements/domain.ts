import { domain, notSynced } from '../../../infra/domain.ts'
import { Statement, StatementKey } from './entity.ts'
import { makeStatementsJob } from './make-statements.ts'
import { statementRoutes } from './routes.ts'
import { sealedStatementKeys } from './sign-head.ts'

/** Monthly statements of creators: each line of the ledger that moved their money, chained and signed. */
export const statements = domain({
  name: 'statements',
  entities: [notSynced(Statement), notSynced(StatementKey)],
  reads: ['charge', 'charge_refund', 'money_account', 'money_entry', 'money_transfer', 'payout'],
  routes: statementRoutes,
  keyHolders: [sealedStatementKeys],
  jobs: [makeStatementsJob],
})
