import { useLingui } from '@lingui/react/macro'
import type { DocumentKind } from './documents.ts'

/** The names of the identity documents, in the language that is shown. */
export function useDocumentNames(): Record<DocumentKind, string> {
  const { t } = useLingui()
  return {
    idFront: t`Identity document, front`,
    idBack: t`Identity document, back (if it has one)`,
    selfie: t`You, holding the document`,
  }
}
