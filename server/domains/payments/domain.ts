import { domain, notSynced } from '../../infra/domain.ts'
import { detachCardJob } from './cards/commands.ts'
import { PaymentCard, PaymentCustomer } from './cards/entity.ts'
import { cardRoutes } from './cards/routes.ts'
import { catchUp } from './catch-up.ts'
import { followEventJob, releaseCoupons, settleOverdue } from './jobs.ts'
import { PaymentEvent, PaymentFailure, PaymentOrder, PaymentReversal } from './orders/entity.ts'
import { paymentRoutes } from './routes.ts'
import { topUpKind } from './top-ups/kind.ts'

/** Payments at the provider, and the cards that accounts have saved there. */
export const payments = domain({
  name: 'payments',
  entities: [
    ...[notSynced(PaymentOrder), notSynced(PaymentReversal), notSynced(PaymentFailure), notSynced(PaymentEvent)],
    ...[notSynced(PaymentCustomer), notSynced(PaymentCard)],
  ],
  routes: [...paymentRoutes, ...cardRoutes],
  jobs: [followEventJob, settleOverdue, catchUp, releaseCoupons, detachCardJob],
  orderKinds: [topUpKind],
})
