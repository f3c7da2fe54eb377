import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { translated } from '../../core/api/error-message.ts'
import { FilePicture } from '../../entities/library/file-picture.tsx'
import { FileStatusLabel } from '../../entities/library/file-status-label.tsx'
import type { DraftFile } from '../../entities/library/use-files.ts'
import { IconButton } from '../../ui/controls/button.tsx'

type Props = {
  label: string
  files: readonly DraftFile[]
  /** Without it, nothing can be removed. */
  onRemove?: (fileId: string) => void
}

/** The files of a message to many in their order: each with its picture, and how far it is on its way. */
export function FileTiles({ label, files, onRemove }: Props) {
  const { t } = useLingui()
  if (files.length === 0) return null
  return (
    <ul role="list" aria-label={label} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {files.map((file, index) => (
        <li key={file.fileId} className="flex flex-col overflow-hidden rounded-card border border-line bg-raised">
          <div className="relative grid aspect-square place-items-center">
            <FilePicture file={file} number={index + 1} />
            <FileStatusLabel file={file} />
          </div>
          {file.type !== 'photo' && file.name !== null && (
            <bdi className="block truncate px-3 pt-2 text-xs text-muted">{file.name}</bdi>
          )}
          {file.reason && <p className="px-3 pt-2 text-xs text-danger-ink">{translated(file.reason)}</p>}
          {onRemove && (
            <div className="mt-auto flex justify-end bg-surface">
              <IconButton
                label={t`Remove file ${index + 1}`}
                className="text-muted"
                onClick={() => onRemove(file.fileId)}
              >
                <X className="size-5" />
              </IconButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
