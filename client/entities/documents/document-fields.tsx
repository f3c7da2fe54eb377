import { useEffect } from 'react'
import { holdUnsavedWork } from '../../core/page/unsaved-work.ts'
import { FileField } from '../../ui/controls/file-field.tsx'
import { ACCEPTED } from './documents.ts'
import type { DocumentKind, Documents } from './documents.ts'
import { useDocumentNames } from './use-document-names.ts'

type Props = {
  documents: Documents
  errors: Partial<Record<DocumentKind, string>>
  onChange: (kind: DocumentKind, file: File | undefined) => void
}

/** The identity documents of a creator. Only the reviewers see them. */
export function DocumentFields({ documents, errors, onChange }: Props) {
  const names = useDocumentNames()
  const isChosen = Object.keys(documents).length > 0
  // They are kept nowhere but in this page, until they are uploaded and the form is left.
  useEffect(() => (isChosen ? holdUnsavedWork() : undefined), [isChosen])
  const set = (kind: DocumentKind) => (file: File | undefined) => onChange(kind, file)
  return (
    <>
      <FileField
        label={names.idFront}
        accept={ACCEPTED}
        capture="environment"
        file={documents.idFront}
        error={errors.idFront}
        onChange={set('idFront')}
      />
      <FileField
        label={names.idBack}
        accept={ACCEPTED}
        capture="environment"
        file={documents.idBack}
        error={errors.idBack}
        onChange={set('idBack')}
      />
      <FileField
        label={names.selfie}
        accept={ACCEPTED}
        capture="user"
        file={documents.selfie}
        error={errors.selfie}
        onChange={set('selfie')}
      />
    </>
  )
}
