import { domain, notSynced } from '../../../infra/domain.ts'
import { addTip } from './add-tip.ts'
import { TipMenu } from './entity.ts'
import { menuRoutes } from './routes.ts'
import { tipItem } from './tip-item.ts'

/** Menus of tips of creators, and what they raise. */
export const menu = domain({
  name: 'menu',
  entities: [notSynced(TipMenu)],
  reads: ['charge'],
  routes: menuRoutes,
  tipItem,
  charged: { tip: addTip },
})
