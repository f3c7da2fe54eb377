import { useLingui } from '@lingui/react/macro'
import type { Statement } from '@vesper/sync/vesper/api/cases.ts'

/** The words for the state of an own appeal. */
export function useAppealStates(): Record<NonNullable<Statement['appeal']>['state'], string> {
  const { t } = useLingui()
  return {
    open: t`Appeal sent`,
    upheld: t`The decision stays`,
    reversed: t`The decision was reversed`,
    changed: t`The decision was changed`,
  }
}
