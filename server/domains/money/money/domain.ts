import { domain, notSynced, synced } from '../../../infra/domain.ts'
import { Budget } from './budget/entity.ts'
import { budgetRoutes } from './budget/routes.ts'
import { Charge, ChargeRefund } from './charges/entity.ts'
import { matureEarningsJob } from './charges/mature-earnings.ts'
import { grantApproval } from './desk/grant-approval.ts'
import { deskTokenRoutes } from './desk/routes.ts'
import { EarningDay, EarningFold } from './earning-days/entity.ts'
import { foldEarningDaysJob } from './earning-days/fold-earning-days.ts'
import { checkEarningDaysJob } from './earning-days/repair-earning-days.ts'
import { expireGiftsJob } from './gifts/expire-gifts.ts'
import { MoneyHold } from './holds/entity.ts'
import { releaseHoldsJob } from './holds/release-due.ts'
import { BooksState } from './ledger/books-state.ts'
import { booksAreWrong, checkBooksJob } from './ledger/check-books-job.ts'
import { MoneyAccount, MoneyEntry, MoneyTransfer } from './ledger/entity.ts'
import { postRoutine } from './ledger/post-routine.ts'
import { TokenGift } from './ledger/token-gift.ts'
import { moneyRoutes } from './routes.ts'
import { Wallet } from './wallet.ts'
import { recordWallet, wallets } from './wallets.ts'

/** The ledger, wallets, and what is paid from them. */
export const money = domain({
  name: 'money',
  routines: [postRoutine],
  entities: [
    ...[
      notSynced(MoneyAccount),
      notSynced(MoneyTransfer),
      notSynced(MoneyEntry),
      notSynced(TokenGift),
      notSynced(MoneyHold),
    ],
    ...[notSynced(BooksState), synced(Wallet, recordWallet), notSynced(Charge), notSynced(ChargeRefund)],
    ...[notSynced(Budget), notSynced(EarningDay), notSynced(EarningFold)],
  ],
  reads: [
    'audit_entry',
    'entitlement',
    'membership',
    'order',
    'order_line',
    'payment_order',
    'payment_reversal',
    'payout',
    'performer',
    'refund_request',
    'subscription',
    'subscription_period',
    'subscription_price',
    'surplus_payment',
    'user',
  ],
  collections: [wallets],
  routes: [...moneyRoutes, ...budgetRoutes, ...deskTokenRoutes],
  approvals: [grantApproval],
  readiness: booksAreWrong,
  jobs: [matureEarningsJob, checkBooksJob, expireGiftsJob, releaseHoldsJob, foldEarningDaysJob, checkEarningDaysJob],
})
