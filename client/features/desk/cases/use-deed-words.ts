import { useLingui } from '@lingui/react/macro'
import type { DecisionKind } from '@vesper/sync/vesper/api/cases.ts'

/** The words for decisions that are to be made. */
export function useDeedWords(): Record<DecisionKind, string> {
  const { t } = useLingui()
  return {
    ...{ none: t`No breach`, warn: t`Warn`, hide: t`Hide`, restrict: t`Restrict`, suspend: t`Suspend` },
    restore: t`Restore`,
  }
}
