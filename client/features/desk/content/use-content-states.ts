import { useLingui } from '@lingui/react/macro'
import type { ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'

/** The words for the state of a thing. */
export function useContentStates(): Record<ContentRow['state'], string> {
  const { t } = useLingui()
  return { shown: t`Shown`, archived: t`Archived`, hidden: t`Hidden`, removed: t`Removed` }
}
