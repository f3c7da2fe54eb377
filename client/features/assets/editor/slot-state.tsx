import { Trans, useLingui } from '@lingui/react/macro'
import { translated } from '../../../core/api/error-message.ts'
import { Progress } from '../../../ui/controls/progress.tsx'
import type { SlotFile } from './use-slot.ts'

/** How far a file is, in words; nothing of one that is ready. */
export function SlotState({ file }: { file: SlotFile }) {
  const { t } = useLingui()
  const { name } = file
  switch (file.standing) {
    case 'waiting':
      return (
        <span className="text-sm font-semibold text-warn-ink">
          <Trans>Waiting to upload</Trans>
        </span>
      )
    case 'sending':
      return <Progress value={file.share} label={name ? t`Uploading ${name}` : t`Uploading`} />
    case 'processing':
      return (
        <span className="grid gap-1 text-sm text-muted">
          <Trans>Preparing</Trans>
          {file.share !== null && <Progress value={file.share} label={t`Preparing`} />}
        </span>
      )
    case 'failed':
      return (
        <span className="text-sm font-semibold text-danger-ink">
          <Trans>This file could not be read. Choose another one.</Trans>
        </span>
      )
    case 'refused':
      return (
        <span className="text-sm font-semibold text-danger-ink">
          {file.reason ? translated(file.reason) : <Trans>Rejected</Trans>}
        </span>
      )
    case 'ready':
      return null
  }
}
