import { useLingui } from '@lingui/react/macro'
import type { DeskCharge, DeskCoupon, DeskPayout } from '@vesper/sync/vesper/api/desk-money.ts'

/** The words for payouts and payments: their states; and for the prices that coupons lower. */
export function useMoneyWords() {
  const { t } = useLingui()
  const payoutStates: Record<DeskPayout['state'], string> = {
    pending: t`Waiting`,
    approved: t`Approved`,
    processing: t`Under way`,
    paid: t`Paid`,
    failed: t`Failed`,
    rejected: t`Rejected`,
    canceled: t`Canceled`,
  }
  const chargeStates: Record<DeskCharge['state'], string> = {
    done: t`Paid`,
    refunded: t`Refunded`,
    reversed: t`Taken back by the bank`,
  }
  const couponKinds: Record<DeskCoupon['kinds'][number], string> = {
    'top-up': t`Tokens`,
    subscription: t`Subscriptions`,
    product: t`Products`,
  }
  return { payoutStates, chargeStates, couponKinds }
}
