import { domain, notSynced } from '../../../infra/domain.ts'
import { Offer, OfferUse } from './entity.ts'
import { joinPages } from './join-pages.ts'
import { offerRoutes } from './routes.ts'

/** Free trials and discounts of creators, behind a code and its link. */
export const offers = domain({
  name: 'offers',
  entities: [notSynced(Offer), notSynced(OfferUse)],
  reads: ['charge', 'membership', 'subscription'],
  routes: offerRoutes,
  publicPages: [joinPages],
})
