import { useLingui } from '@lingui/react/macro'
import type { ApprovalRecord, StaffRoleName } from '@vesper/sync/vesper/api/staff.ts'

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
  const kinds: Record<string, string> = {
    'staff.grant': t`Give an account a part`,
    'staff.revoke': t`Take a part away`,
  }
  const names: Record<string, string> = { account: t`Account`, role: t`Part`, now: t`Parts now` }
  return {
    ...{ roles, states },
    kindOf: (kind: string) => kinds[kind] ?? kind,
    factsOf: (facts: ApprovalRecord['facts']) =>
      Object.entries(facts).map(([name, value]) => ({
        name: names[name] ?? name,
        value: name === 'role' || name === 'now' ? partsOf(String(value), roles, t`None`) : String(value),
      })),
  }
}

function partsOf(value: string, roles: Record<string, string>, none: string): string {
  if (value === '') return none
  return value
    .split(', ')
    .map((role) => roles[role] ?? role)
    .join(', ')
}
