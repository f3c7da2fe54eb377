import { useLingui } from '@lingui/react/macro'
import type { ReportCategory } from '@vesper/sync/vesper/api/reports.ts'

/** The reasons of reports, by name. */
export function useCategoryNames(): Record<ReportCategory, string> {
  const { t } = useLingui()
  return {
    illegal: t`Illegal`,
    minor: t`Involves a minor`,
    'non-consensual': t`Without consent`,
    impersonation: t`Impersonation`,
    spam: t`Spam`,
    copyright: t`Copyright`,
    other: t`Something else`,
  }
}
