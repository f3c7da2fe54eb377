import { domain, notSynced } from '../../../infra/domain.ts'
import { payoutApproval } from './desk/payout-approval.ts'
import { deskPayoutRoutes } from './desk/routes.ts'
import { sealedBankAccounts } from './details/banking.ts'
import { PayoutDetails } from './details/entity.ts'
import { accountJob, enqueuePayoutEvent, followJob, payJob, settleJob } from './jobs.ts'
import { Payout } from './requests/entity.ts'
import { payoutRoutes } from './routes.ts'

/** Earnings of creators, and their payouts. */
export const payouts = domain({
  name: 'payouts',
  entities: [notSynced(Payout), notSynced(PayoutDetails)],
  reads: [
    'approval',
    'charge',
    'earning_day',
    'earning_fold',
    'money_account',
    'money_entry',
    'money_transfer',
    'user',
  ],
  routes: [...payoutRoutes, ...deskPayoutRoutes],
  approvals: [payoutApproval],
  keyHolders: [sealedBankAccounts],
  gatewayEvent: enqueuePayoutEvent,
  jobs: [payJob, settleJob, accountJob, followJob],
})
