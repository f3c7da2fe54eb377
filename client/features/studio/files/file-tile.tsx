import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { translated } from '../../../core/api/error-message.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FilePicture } from './file-picture.tsx'
import { FileSign } from './file-status.tsx'
import type { DraftFile } from './use-files.ts'

type Props = {
  file: DraftFile
  number: number
  isReadOnly: boolean
  onEarlier: (() => void) | null
  onLater: (() => void) | null
  onRemove: () => void
}

/** A photo or a video of a draft: what it shows, how far it is, and what can be done with it. */
export function FileTile({ file, number, isReadOnly, onEarlier, onLater, onRemove }: Props) {
  const { t, i18n } = useLingui()
  const isVideo = file.type === 'video'
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-raised">
      <div className="relative grid aspect-square place-items-center">
        <FilePicture file={file} number={number} />
        <FileSign file={file} />
      </div>
      {isVideo && (file.name !== null || file.size !== null) && (
        <figcaption className="flex items-baseline gap-2 px-3 py-2 text-xs text-muted">
          {file.name !== null && (
            <bdi className="truncate" title={file.name}>
              {file.name}
            </bdi>
          )}
          {file.size !== null && <span className="ms-auto shrink-0">{sizeOf(file.size, i18n.locale)}</span>}
        </figcaption>
      )}
      {file.reason && <p className="p-2 text-xs text-danger-ink">{translated(file.reason)}</p>}
      {!isReadOnly && (
        <div className="flex justify-between bg-surface">
          <IconButton
            label={isVideo ? t`Move video ${number} earlier` : t`Move photo ${number} earlier`}
            disabled={!onEarlier}
            onClick={() => onEarlier?.()}
          >
            <ArrowLeft className="mirrored size-5" />
          </IconButton>
          <IconButton
            label={isVideo ? t`Remove video ${number}` : t`Remove photo ${number}`}
            className="text-muted"
            onClick={onRemove}
          >
            <X className="size-5" />
          </IconButton>
          <IconButton
            label={isVideo ? t`Move video ${number} later` : t`Move photo ${number} later`}
            disabled={!onLater}
            onClick={() => onLater?.()}
          >
            <ArrowRight className="mirrored size-5" />
          </IconButton>
        </div>
      )}
    </figure>
  )
}

/** Megabytes, as people read them; less than one counts as a tenth at least. */
function sizeOf(bytes: number, locale: string): string {
  const megabytes = Math.max(0.1, bytes / 1_000_000)
  const maximumFractionDigits = megabytes < 10 ? 1 : 0
  return megabytes.toLocaleString(locale, {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits,
  })
}
