import { domain, notSynced } from '../../../infra/domain.ts'
import { Setting } from './entity.ts'
import { settingsRoutes } from './routes.ts'

/** Settings that the owner changes without a restart. */
export const settings = domain({
  name: 'settings',
  entities: [notSynced(Setting)],
  // Money that has moved freezes the currency and the value of a token.
  reads: ['charge', 'money_transfer', 'payment_order'],
  routes: settingsRoutes,
})
