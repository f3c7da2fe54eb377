import { domain, notSynced } from '../../infra/domain.ts'
import { settleCheckout, settleOverdue } from './jobs.ts'
import { paymentRoutes } from './routes.ts'
import { PaymentEvent, TopUp } from './top-ups/entity.ts'

/** Payments at the provider, which fill wallets. */
export const payments = domain({
  name: 'payments',
  entities: [notSynced(TopUp), notSynced(PaymentEvent)],
  routes: paymentRoutes,
  jobs: [settleCheckout, settleOverdue],
})
