import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useRef } from 'react'
import { translated } from '../../../core/api/error-message.ts'
import { FilePicture } from '../../../entities/library/file-picture.tsx'
import { FileStatusLabel } from '../../../entities/library/file-status-label.tsx'
import type { DraftFile } from '../../../entities/library/use-files.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { MediaInput } from '../../../ui/controls/media-input.tsx'

type Props = {
  file: DraftFile
  number: number
  isReadOnly: boolean
  onEarlier: (() => void) | null
  onLater: (() => void) | null
  onRemove: () => void
  /** Puts another file in its place. */
  onReplace: (file: File) => void
}

/** A photo, a video or a sound of a draft: what it shows, how far it is, and what can be done with it. */
export function FileTile({ file, number, isReadOnly, onEarlier, onLater, onRemove, onReplace }: Props) {
  const { i18n } = useLingui()
  const label = useLabels(file.type, number)
  const input = useRef<HTMLInputElement>(null)
  const isLost = file.standing === 'failed' || file.standing === 'refused'
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-raised">
      <div className="relative grid aspect-square place-items-center">
        <FilePicture file={file} number={number} />
        <FileStatusLabel file={file} />
      </div>
      {file.type !== 'photo' && (file.name !== null || file.size !== null) && (
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
      {!isReadOnly && isLost && (
        <div className="grid p-2">
          <Button kind="secondary" onClick={() => input.current?.click()}>
            <Trans>Replace</Trans>
          </Button>
          <MediaInput ref={input} isSingle onPicked={([next]) => next && onReplace(next)} />
        </div>
      )}
      {!isReadOnly && (
        <div className="flex justify-between bg-surface">
          <IconButton label={label.earlier} disabled={!onEarlier} onClick={() => onEarlier?.()}>
            <ArrowLeft className="mirrored size-5" />
          </IconButton>
          <IconButton label={label.remove} className="text-muted" onClick={onRemove}>
            <X className="size-5" />
          </IconButton>
          <IconButton label={label.later} disabled={!onLater} onClick={() => onLater?.()}>
            <ArrowRight className="mirrored size-5" />
          </IconButton>
        </div>
      )}
    </figure>
  )
}

/** The names of a tile's buttons. */
function useLabels(type: DraftFile['type'], number: number): { earlier: string; later: string; remove: string } {
  const { t } = useLingui()
  switch (type) {
    case 'photo':
      return {
        earlier: t`Move photo ${number} earlier`,
        later: t`Move photo ${number} later`,
        remove: t`Remove photo ${number}`,
      }
    case 'video':
      return {
        earlier: t`Move video ${number} earlier`,
        later: t`Move video ${number} later`,
        remove: t`Remove video ${number}`,
      }
    case 'audio':
      return {
        earlier: t`Move sound ${number} earlier`,
        later: t`Move sound ${number} later`,
        remove: t`Remove sound ${number}`,
      }
  }
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
