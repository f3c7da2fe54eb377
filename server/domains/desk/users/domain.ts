import { domain, notSynced } from '../../../infra/domain.ts'
import { factorResetApproval } from './commands.ts'
import { UserNote } from './entity.ts'
import { lookApproval } from './look-approval.ts'
import { userRoutes } from './routes.ts'

/** Accounts as staff see them. */
export const users = domain({
  name: 'users',
  entities: [notSynced(UserNote)],
  reads: [
    'charge',
    'identity',
    'money_account',
    'order',
    'payment_card',
    'payout_details',
    'performer',
    'report',
    'session',
    'subscription',
    'user',
    'wallet',
  ],
  routes: userRoutes,
  approvals: [lookApproval, factorResetApproval],
})
