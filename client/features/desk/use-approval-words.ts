import { useLingui } from '@lingui/react/macro'
import type { ApprovalKindName, ApprovalRecord, StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'
import { useFactWords } from './use-fact-words.ts'

/** The words for parts of staff, and for requests: their kinds, states, and the facts of one. */
export function useApprovalWords() {
  const { t } = useLingui()
  const roles: Record<StaffRoleName, string> = {
    admin: t`Admin`,
    moderator: t`Moderator`,
    support: t`Support`,
    finance: t`Finance`,
    sensitive: t`Sensitive content`,
  }
  const states: Record<ApprovalRecord['state'], string> = {
    waiting: t`Waiting`,
    executed: t`Done`,
    refused: t`Refused`,
    withdrawn: t`Withdrawn`,
    expired: t`Expired`,
  }
  const kinds: Record<ApprovalKindName, string> = {
    'staff.grant': t`Give an account a part`,
    'staff.revoke': t`Take a part away`,
    'settings.change': t`Change a setting`,
    'payout.approve': t`Approve a payout`,
    'charge.refund': t`Refund a payment`,
    'tokens.grant': t`Give tokens`,
    'conversation.look': t`Look at a conversation`,
    'user.factor-reset': t`Remove the second factors of a creator`,
  }
  const factsOf = useFactWords(roles)
  return {
    ...{ roles, states, factsOf },
    // A newer server may ask for something that this app has no words for yet.
    kindOf: (kind: string) => (kinds as Partial<Record<string, string>>)[kind] ?? t`Another request`,
  }
}
