import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fieldErrors } from '../../core/api/error-message.ts'
import { DOCUMENT_KINDS, documentErrors, without } from './documents.ts'
import type { DocumentKind, Documents } from './documents.ts'

/** Documents that are chosen in a form, with the errors of each. They are kept nowhere but in the page. */
export function useDocuments() {
  const { i18n } = useLingui()
  const [documents, setDocuments] = useState<Documents>({})
  const [errors, setErrors] = useState<Partial<Record<DocumentKind, string>>>({})
  return {
    documents,
    errors,
    /** Tells if they can be sent; shows the errors else. Kinds in `sent` are with the server already. */
    check: (sent?: readonly DocumentKind[]): boolean => {
      const found = Object.entries(documentErrors(documents, sent)).map(([kind, text]) => [kind, i18n._(text)])
      setErrors(Object.fromEntries(found) as typeof errors)
      return found.length === 0
    },
    change: (kind: DocumentKind, file: File | undefined): void => {
      setDocuments((held) => (file ? { ...held, [kind]: file } : without(held, kind)))
      // The error was of the file before.
      setErrors((texts) => without(texts, kind))
    },
    /** Shows the server's errors at their documents. */
    refuse: (error: unknown) => setErrors(fieldErrors(error, DOCUMENT_KINDS)),
    clear: () => setDocuments({}),
  }
}
