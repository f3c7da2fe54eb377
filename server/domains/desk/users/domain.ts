import { domain } from '../../../infra/domain.ts'
import { userRoutes } from './routes.ts'

/** Accounts as staff see them. */
export const users = domain({
  name: 'users',
  reads: [
    ...['identity', 'money_account', 'order', 'payment_card', 'payout_details', 'performer', 'report', 'session'],
    ...['charge', 'subscription', 'user', 'wallet'],
  ],
  routes: userRoutes,
})
