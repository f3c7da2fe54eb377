import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { detachCardJob } from './cards/commands.ts'
import { PaymentCard, PaymentCustomer } from './cards/entity.ts'
import { cardRoutes } from './cards/routes.ts'
import { catchUp } from './catch-up.ts'
import { deskPackageRoutes } from './desk/package-routes.ts'
import { refundApproval } from './desk/refund-approval.ts'
import { deskPaymentRoutes } from './desk/routes.ts'
import { followEventJob, releaseCoupons, settleOverdue } from './jobs.ts'
import { PaymentEvent, PaymentFailure, PaymentOrder, PaymentReversal } from './orders/entity.ts'
import { CardRefund } from './refunds/entity.ts'
import { refundCardJob } from './refunds/refund-card.ts'
import { paymentRoutes } from './routes.ts'
import { SurplusPayment } from './surplus/entity.ts'
import { refundSurplusJob } from './surplus/refund-surplus.ts'
import { topUpKind } from './top-ups/kind.ts'

/** Payments at the provider, and the cards that accounts have saved there. */
export const payments = domain({
  name: 'payments',
  entities: [
    ...[notSynced(PaymentReversal), notSynced(PaymentFailure), notSynced(PaymentEvent), notSynced(PaymentCustomer)],
    ...[notSynced(SurplusPayment), notSynced(CardRefund)],
    // No rows of their own: a subscription shows the card that renews it, and the page on which it is to be paid.
    synced(PaymentCard, (changes, { entity }) => changes.show(PaymentCard, entity.id)),
    synced(PaymentOrder, (changes, { entity: { kind, id } }) => {
      if (kind === 'subscription') changes.show(PaymentOrder, id)
    }),
  ],
  reads: ['approval', 'charge', 'charge_refund', 'setting', 'user'],
  approvals: [refundApproval],
  routes: [...paymentRoutes, ...cardRoutes, ...deskPaymentRoutes, ...deskPackageRoutes],
  jobs: [followEventJob, settleOverdue, catchUp, releaseCoupons, detachCardJob, refundSurplusJob, refundCardJob],
  orderKinds: [topUpKind],
})
