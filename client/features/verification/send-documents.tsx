import { Trans, useLingui } from '@lingui/react/macro'
import { DocumentList } from '@vesper/sync/vesper/api/performers.ts'
import type { IdentityDocument } from '@vesper/sync/vesper/api/performers.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { uploadFiles } from '../../core/api/upload.ts'
import { useErrorWhileTrue } from '../../core/connection/use-error-while-true.ts'
import { DocumentFields } from '../../entities/documents/document-fields.tsx'
import type { DocumentKind } from '../../entities/documents/documents.ts'
import { useDocuments } from '../../entities/documents/use-documents.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Progress } from '../../ui/controls/progress.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Card } from '../../ui/list/card.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

type Props = {
  /** Kinds that need not be sent again. */
  sent: readonly DocumentKind[]
  hasSent: boolean
  isOffline: boolean
  onSent: (documents: IdentityDocument[]) => Promise<void>
  /** The server knows better than this page how the documents stand. */
  onRefused: () => void
}

/** Chooses documents and sends them for review, with a connection only: they are kept nowhere on the device. */
export function SendDocuments({ sent, hasSent, isOffline, onSent, onRefused }: Props) {
  const { t } = useLingui()
  const chosen = useDocuments()
  const [progress, setProgress] = useState<number | null>(null)
  const isEmpty = Object.keys(chosen.documents).length === 0
  const send = useAction(async () => {
    try {
      const answer = await uploadFiles({
        ...{ path: '/performers/documents/upload', files: chosen.documents, answer: DocumentList },
        onProgress: setProgress,
      })
      chosen.clear()
      await onSent(answer.data)
      void showToast('success', t`Your documents were sent. We tell you when they are reviewed.`)
    } catch (error) {
      chosen.refuse(error)
      onRefused()
      throw error
    } finally {
      setProgress(null)
    }
  })
  const error = useErrorWhileTrue(send.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.check(sent) && !isEmpty && !isOffline) void send.run()
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-1">
          <h2 className="text-lg font-semibold">
            {hasSent ? <Trans>Send other documents</Trans> : <Trans>Send your documents</Trans>}
          </h2>
          <p className="text-sm text-muted">
            {hasSent ? (
              <Trans>A new document takes the place of the one before, and the review begins again.</Trans>
            ) : (
              <Trans>Pictures or PDFs of an identity document that is valid, at most 10 MB each.</Trans>
            )}
          </p>
        </div>
        <DocumentFields documents={chosen.documents} errors={chosen.errors} onChange={chosen.change} />
        <FormAlert text={error === null ? null : errorMessage(error)} />
        {isOffline && (
          <Notice tone="warning">
            <Trans>You are offline. You can send documents when you are back online.</Trans>
          </Notice>
        )}
        {progress !== null && <Progress value={progress} label={t`Sending your documents`} />}
        <Button type="submit" busy={send.busy} disabled={isOffline || (isEmpty && hasSent)}>
          <Trans>Send documents</Trans>
        </Button>
      </form>
    </Card>
  )
}
