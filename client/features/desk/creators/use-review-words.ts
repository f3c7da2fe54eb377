import { useLingui } from '@lingui/react/macro'
import type { DeskCreatorRow, DocumentKind } from '@vesper/sync/vesper/api/desk-creators.ts'

/** The states of reviews and the kinds of documents in words. */
export function useReviewWords() {
  const { t } = useLingui()
  const states: Record<DeskCreatorRow['verification'], string> = {
    submitted: t`Waits for review`,
    approved: t`Approved`,
    rejected: t`Rejected`,
  }
  const documents: Record<DocumentKind, string> = {
    idFront: t`Identity document, front`,
    idBack: t`Identity document, back`,
    selfie: t`Selfie with the document`,
  }
  return { states, documents }
}
