import { Trans, useLingui } from '@lingui/react/macro'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { maxSeconds } from '@vesper/sync/vesper/purposes.ts'
import { useUnit } from 'effector-react'
import { CircleAlert, LoaderCircle, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { $offline } from '../../core/connection/model.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { MediaInput } from '../../ui/controls/media-input.tsx'
import { Progress } from '../../ui/controls/progress.tsx'
import { sendAgain } from './send-again.ts'
import { useKindName } from './use-kind-name.ts'

type Props = {
  file: LibraryFile
  progress: number | null
  /** Another file was uploaded in the place of a failed one. */
  onSent: () => void
}

/** A file that the server prepares, or could not. */
export function PreparedRow({ file, progress, onSent }: Props) {
  const { t } = useLingui()
  const name = useKindName(file.type)
  if (file.status === 'failed') return <FailedRow file={file} name={name} onSent={onSent} />
  return (
    <div className="grid gap-1 py-1.5">
      <span className="text-sm font-semibold">{name}</span>
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <LoaderCircle className="size-3.5 shrink-0" aria-hidden="true" />
        {progress === null ? <Trans>Preparing</Trans> : <Trans>Preparing, {progress} %</Trans>}
      </p>
      <Progress value={progress === null ? null : progress / 100} label={t`Preparing ${name}`} />
    </div>
  )
}

/** The server keeps nothing of a file that it could not prepare: trying again begins with a file of the device. */
function FailedRow({ file, name, onSent }: Omit<Props, 'progress'> & { name: string }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const isOffline = useUnit($offline)
  const [sent, setSent] = useState<number | null>(null)
  const sending = useActionWithToast(async (chosen: File) => {
    setSent(0)
    try {
      await sendAgain(file, chosen, setSent)
      onSent()
    } finally {
      setSent(null)
    }
  })
  return (
    <div className="flex items-center gap-2">
      <div className="grid min-w-0 flex-1 gap-1 py-1.5">
        <span className="text-sm font-semibold">{name}</span>
        <p className="flex items-center gap-1.5 text-xs text-danger-ink">
          <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
          <FailureText failure={file.failure} purpose={file.purpose} />
        </p>
        {sent !== null && <Progress value={sent} label={t`Uploading ${name}`} />}
      </div>
      <IconButton label={t`Try again`} disabled={isOffline || sending.busy} onClick={() => input.current?.click()}>
        <RotateCw className="size-5" />
      </IconButton>
      <MediaInput
        ref={input}
        accept={file.type === 'audio' ? 'audio/*,video/webm,video/mp4' : 'video/*'}
        isSingle
        onPicked={([chosen]) => chosen && void sending.run(chosen)}
      />
    </div>
  )
}

/** Why a file could not be prepared, and the next step. */
function FailureText({ failure, purpose }: Pick<LibraryFile, 'failure' | 'purpose'>): ReactNode {
  switch (failure) {
    case 'unsupported':
      return <Trans>Files of this kind cannot be prepared. Save it in another format, and upload it again.</Trans>
    case 'too-long':
      return maxSeconds[purpose] === undefined ? (
        <Trans>It is too long. Shorten it, and upload it again.</Trans>
      ) : (
        <Trans>It is too long. Shorten it to a minute, and upload it again.</Trans>
      )
    case 'timeout':
      return <Trans>It took too long to prepare. Save it smaller, and upload it again.</Trans>
    case 'damaged':
    case null:
      return <Trans>It is damaged, or a part of it is missing. Upload it again.</Trans>
  }
}
