import { domain, notSynced } from '../../../infra/domain.ts'
import { categoryRoutes } from './category-routes.ts'
import { deskSettingRoutes } from './desk-routes.ts'
import { Setting } from './entity.ts'
import { settingsRoutes } from './routes.ts'
import { settingApproval } from './setting-approval.ts'

/** Settings that the owner changes without a restart. */
export const settings = domain({
  name: 'settings',
  entities: [notSynced(Setting)],
  // Money that has moved freezes the currency and the value of a token.
  reads: ['charge', 'money_transfer', 'payment_order'],
  routes: [...settingsRoutes, ...deskSettingRoutes, ...categoryRoutes],
  approvals: [settingApproval],
})
