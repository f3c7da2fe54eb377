import { useLingui } from '@lingui/react/macro'
import type { DeskDispute, DisputeState, EvidencePart } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { useMinute } from '../../../../ui/use-minute.ts'

/** The words for disputes: their states and reasons, the parts of an answer, and the next step of one. */
export function useDisputeWords() {
  const { t } = useLingui()
  const now = useMinute().getTime()
  const states: Record<DisputeState, string> = {
    open: t`Waits for an answer`,
    answered: t`Answered`,
    won: t`Won`,
    lost: t`Lost`,
    accepted: t`Accepted`,
  }
  const parts: Record<EvidencePart, string> = {
    receipt: t`Receipt`,
    customer: t`Customer`,
    consent: t`Consent at the purchase`,
    access: t`Use since the purchase`,
  }
  const reasons: Partial<Record<string, string>> = {
    fraudulent: t`The cardholder says that somebody else paid.`,
    unrecognized: t`The cardholder does not know the payment.`,
    duplicate: t`The cardholder says that it was charged twice.`,
    product_not_received: t`The cardholder says that nothing came.`,
    product_unacceptable: t`The cardholder says that it was not as described.`,
    subscription_canceled: t`The cardholder says that the subscription was canceled.`,
    credit_not_processed: t`The cardholder waits for a refund.`,
  }
  const isOver = ({ dueAt }: Pick<DeskDispute, 'dueAt'>) => dueAt !== null && Date.parse(dueAt) <= now
  const nextOf = (dispute: Pick<DeskDispute, 'state' | 'isInquiry' | 'dueAt' | 'decision'>): string => {
    const { state, isInquiry, decision } = dispute
    if (state === 'won' && isInquiry) return t`The bank has closed its question. Nothing was taken.`
    if (state === 'won') return t`The bank has decided for the site. The money is back.`
    if (state === 'lost') return t`The bank has decided for the cardholder, who keeps the money.`
    if (state === 'accepted') return t`The dispute was accepted. The cardholder keeps the money.`
    if (state === 'answered') return t`The bank looks at the answer. This can take weeks.`
    if (decision?.state === 'asked') return t`The decision is on its way to the bank.`
    if (isOver(dispute)) return t`The time to answer is over. The bank decides without an answer.`
    if (isInquiry) return t`The bank only asks, and has taken nothing. Without an answer it may take the money.`
    return t`The bank has the money. Without an answer in time, the cardholder keeps it.`
  }
  return {
    ...{ states, parts, isOver, nextOf },
    // A bank may give a reason that this app has no words for.
    reasonOf: (reason: string) => reasons[reason] ?? t`Another reason`,
  }
}
