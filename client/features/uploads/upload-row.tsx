import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { CircleAlert, Clock3, RotateCw, Upload, X } from 'lucide-react'
import { useState } from 'react'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { DiscardMutationDialog } from '../../core/sync/discard-mutation-dialog.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Progress } from '../../ui/controls/progress.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { announce } from '../../ui/text/announcer.tsx'
import { lostWith, removeUpload, retryUpload } from './retry-upload.ts'
import type { QueuedUpload } from './use-uploads.ts'

/** A file of this device on its way up: its name, how far it is, and what can be done with it. */
export function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { t } = useLingui()
  const sync = useSync()
  const [isAsking, setAsking] = useState(false)
  const { name } = upload
  const lost = lostWith(upload)
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => void showToast('error', errorMessage(error)))
  const remove = () => void attempt(removeUpload(sync, upload).then(() => announce(t`File removed`)))
  return (
    <div className="flex items-center gap-2">
      <div className="grid min-w-0 flex-1 gap-1 py-1.5">
        <bdi className="truncate text-sm font-semibold" title={name}>
          {name}
        </bdi>
        <UploadState upload={upload} />
        {upload.state !== 'refused' && <Progress value={upload.sent} label={t`Uploading ${name}`} />}
      </div>
      {upload.state === 'refused' && (
        <IconButton label={t`Try again`} onClick={() => void attempt(retryUpload(sync, upload))}>
          <RotateCw className="size-5" />
        </IconButton>
      )}
      <IconButton label={t`Remove`} className="text-muted" onClick={() => setAsking(true)}>
        <X className="size-5" />
      </IconButton>
      {isAsking &&
        (lost ? (
          <Ask id={lost.id} onYes={remove} onClose={() => setAsking(false)} />
        ) : (
          <AskForFile name={name} onYes={remove} onClose={() => setAsking(false)} />
        ))}
    </div>
  )
}

function UploadState({ upload: { state, sent, reason } }: { upload: QueuedUpload }) {
  const isOffline = useUnit($offline)
  const percent = Math.floor(sent * 100)
  if (state === 'refused') {
    return (
      <p className="flex items-center gap-1.5 text-xs text-danger-ink">
        <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
        {reason ? translated(reason) : <Trans>Rejected</Trans>}
      </p>
    )
  }
  return (
    <p className="flex items-center gap-1.5 text-xs text-muted">
      {state === 'sending' && !isOffline ? (
        <>
          <Upload className="size-3.5" aria-hidden="true" />
          <Trans>Uploading, {percent} %</Trans>
        </>
      ) : (
        <>
          <Clock3 className="size-3.5" aria-hidden="true" />
          {isOffline ? <Trans>Waiting for a connection, {percent} %</Trans> : <Trans>Waiting, {percent} %</Trans>}
        </>
      )}
    </p>
  )
}

/** Asks before a message or another change goes with its file. */
function Ask({ id, onYes, onClose }: { id: string; onYes: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const { db } = useSync()
  // As it is now: it may be sent while somebody hesitates.
  const record = useLiveQuery(() => db.outbox.where('id').equals(id).first(), [db, id])
  return (
    <DiscardMutationDialog
      title={t`Remove this file, and what it was added to?`}
      record={record}
      onClose={onClose}
      onYes={() => {
        onClose()
        onYes()
      }}
    />
  )
}

type AskForFileProps = { name: string; onYes: () => void; onClose: () => void }

/** Asks before a file alone goes, out of a draft whose words stay. */
function AskForFile({ name, onYes, onClose }: AskForFileProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      title={t`Remove this file?`}
      yes={<Trans>Remove</Trans>}
      onClose={onClose}
      onYes={() => {
        onClose()
        onYes()
      }}
    >
      <Trans>
        <bdi>{name}</bdi> is taken out of your draft and is not uploaded. The rest of the draft stays.
      </Trans>
    </ConfirmDialog>
  )
}
