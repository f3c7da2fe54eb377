import { useLingui } from '@lingui/react/macro'
import type { DeskCharge, DeskPayout } from '@vesper/sync/vesper/api/desk-money.ts'

/** The words for payouts and payments: their states and kinds. */
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
  return { payoutStates, chargeStates }
}
