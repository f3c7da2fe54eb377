import { domain, notSynced } from '../../../infra/domain.ts'
import { deskPromoRoutes } from './desk/routes.ts'
import { Promo } from './entity.ts'
import { promoRoutes } from './routes.ts'

/** Announcements of the site. */
export const promos = domain({
  name: 'promos',
  entities: [notSynced(Promo)],
  routes: [...promoRoutes, ...deskPromoRoutes],
})
