import { useLingui } from '@lingui/react/macro'
import type { CaseDetail, CaseRow } from '@vesper/sync/vesper/api/cases.ts'

type Appeal = NonNullable<CaseDetail['decisions'][number]['appeal']>

/** The words for cases: their states, sources and urgency, and the states of appeals. */
export function useCaseWords() {
  const { t } = useLingui()
  const states: Record<CaseRow['state'], string> = {
    ...{ open: t`Open`, decided: t`Decided`, appealed: t`Appealed`, closed: t`Closed` },
  }
  const sources: Record<CaseRow['sources'][number], string> = {
    ...{ report: t`Report`, staff: t`Staff`, order: t`Authority's order`, scan: t`Scan` },
    ...{ hash: t`Known picture`, release: t`Consent withdrawn` },
  }
  const appeals: Record<Appeal['state'], string> = {
    ...{ open: t`Waiting for an answer`, upheld: t`Upheld`, reversed: t`Reversed`, changed: t`Changed` },
  }
  const sides: Record<Appeal['side'], string> = { author: t`The author`, reporter: t`A reporter` }
  return { states, sources, appeals, sides, priorities: [t`Danger`, t`Urgent`, t`High`, t`Usual`] as const }
}
