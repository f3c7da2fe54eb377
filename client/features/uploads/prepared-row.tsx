import { Trans, useLingui } from '@lingui/react/macro'
import { maxSeconds } from '@vesper/sync/media/purposes.ts'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { CircleAlert, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '../../ui/progress.tsx'
import { useKindName } from './use-kind-name.ts'

/** A file that the server prepares, or could not. */
export function PreparedRow({ file, progress }: { file: LibraryFile; progress: number | null }) {
  const { t } = useLingui()
  const name = useKindName(file.type)
  if (file.status === 'failed') {
    return (
      <div className="grid gap-1 py-1.5">
        <span className="text-sm font-semibold">{name}</span>
        <p className="flex items-center gap-1.5 text-xs text-danger-ink">
          <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" />
          <FailureText failure={file.failure} purpose={file.purpose} />
        </p>
      </div>
    )
  }
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
