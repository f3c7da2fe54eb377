import { useLingui } from '@lingui/react/macro'
import type { DeskUserRow } from '@vesper/sync/vesper/api/desk-users.ts'

/** The states and kinds of accounts in words. */
export function useAccountWords() {
  const { t } = useLingui()
  const states: Record<DeskUserRow['status'], string> = {
    active: t`Active`,
    suspended: t`Suspended`,
    deactivated: t`Closed`,
  }
  const roles: Record<DeskUserRow['role'], string> = { fan: t`Fan`, creator: t`Creator` }
  return { states, roles }
}
