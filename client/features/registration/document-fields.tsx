import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { beBusy } from '../../core/page/unsaved-work.ts'
import { FileField } from '../../ui/file-field.tsx'
import { ACCEPTED } from './documents.ts'
import type { DocumentKind, Documents } from './documents.ts'

type Props = {
  documents: Documents
  errors: Partial<Record<DocumentKind, string>>
  onChange: (kind: DocumentKind, file: File | undefined) => void
}

/** The proofs of who a creator is; seen by the people who check them, by nobody else. */
export function DocumentFields({ documents, errors, onChange }: Props) {
  const { t } = useLingui()
  const isChosen = Object.keys(documents).length > 0
  // They are kept nowhere but in this page, until they have gone up and the form is left.
  useEffect(() => (isChosen ? beBusy() : undefined), [isChosen])
  const set = (kind: DocumentKind) => (file: File | undefined) => onChange(kind, file)
  return (
    <section className="grid gap-3">
      <div className="grid gap-1 pt-2">
        <h2 className="text-lg font-semibold">
          <Trans>Your details</Trans>
        </h2>
        <p className="text-sm text-muted">
          <Trans>
            Pictures of an identity document. They are stored apart from everything else, and only our reviewers see
            them.
          </Trans>
        </p>
      </div>
      <FileField
        label={t`Identity document, front`}
        accept={ACCEPTED}
        capture="environment"
        file={documents.idFront}
        error={errors.idFront}
        onChange={set('idFront')}
      />
      <FileField
        label={t`Identity document, back (if it has one)`}
        accept={ACCEPTED}
        capture="environment"
        file={documents.idBack}
        error={errors.idBack}
        onChange={set('idBack')}
      />
      <FileField
        label={t`You, holding the document`}
        accept={ACCEPTED}
        capture="user"
        file={documents.selfie}
        error={errors.selfie}
        onChange={set('selfie')}
      />
    </section>
  )
}
