import { Trans, useLingui } from '@lingui/react/macro'
import type { PostDraft } from '@vesper/sync/records/post-draft.ts'
import { POST_FILES_MAX } from '@vesper/sync/records/post.ts'
import { ArrowLeft, ArrowRight, Clock3, ImageOff, ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { translated } from '../../error-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { usePhotos } from './use-photos.ts'
import type { Photo } from './use-photos.ts'

type Props = {
  fileIds: readonly string[]
  draft: PostDraft | null
  isReadOnly: boolean
  /** Photos are being made ready. */
  isBusy: boolean
  onPicked: (files: File[]) => void
  onEdit: (fileIds: string[]) => void
}

/** The photos of a post, in their order. */
export function PhotosPart({ fileIds, draft, isReadOnly, isBusy, onPicked, onEdit }: Props) {
  const { t } = useLingui()
  const photos = usePhotos(fileIds, draft)
  const input = useRef<HTMLInputElement>(null)
  const move = (from: number, to: number) => onEdit(fileIds.toSpliced(from, 1).toSpliced(to, 0, fileIds[from] ?? ''))
  return (
    <div className="grid gap-3">
      {photos.length > 0 && (
        <ul role="list" aria-label={t`Photos`} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map((photo, index) => (
            <li key={photo.fileId}>
              <PhotoTile
                photo={photo}
                number={index + 1}
                isReadOnly={isReadOnly}
                onEarlier={index > 0 ? () => move(index, index - 1) : null}
                onLater={index < photos.length - 1 ? () => move(index, index + 1) : null}
                onRemove={() => onEdit(fileIds.filter((id) => id !== photo.fileId))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        kind="secondary"
        className="justify-self-start"
        busy={isBusy}
        disabled={isReadOnly || fileIds.length >= POST_FILES_MAX}
        icon={<ImagePlus className="size-5" />}
        onClick={() => input.current?.click()}
      >
        <Trans>Add photos</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          onPicked([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

type TileProps = {
  photo: Photo
  number: number
  isReadOnly: boolean
  onEarlier: (() => void) | null
  onLater: (() => void) | null
  onRemove: () => void
}

function PhotoTile({ photo: { url, isWaiting, reason }, number, isReadOnly, onEarlier, onLater, onRemove }: TileProps) {
  const { t } = useLingui()
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-raised">
      <div className="relative grid aspect-square place-items-center">
        {url ? (
          <img src={url} alt={t`Photo ${number}`} className="size-full object-cover" />
        ) : (
          <ImageOff className="size-8 text-faint" role="img" aria-label={t`Photo ${number}, still on another device`} />
        )}
        {isWaiting && (
          <span className="absolute start-2 top-2 inline-flex items-center gap-1 rounded-full bg-surface px-2 py-0.5 text-xs font-semibold text-warn-ink">
            <Clock3 className="size-3.5" aria-hidden="true" />
            <Trans>Waiting</Trans>
          </span>
        )}
      </div>
      {reason && <figcaption className="p-2 text-xs text-danger-ink">{translated(reason)}</figcaption>}
      {!isReadOnly && (
        <div className="flex justify-between bg-surface">
          <IconButton label={t`Move photo ${number} earlier`} disabled={!onEarlier} onClick={() => onEarlier?.()}>
            <ArrowLeft className="mirrored size-5" />
          </IconButton>
          <IconButton label={t`Remove photo ${number}`} className="text-muted" onClick={onRemove}>
            <X className="size-5" />
          </IconButton>
          <IconButton label={t`Move photo ${number} later`} disabled={!onLater} onClick={() => onLater?.()}>
            <ArrowRight className="mirrored size-5" />
          </IconButton>
        </div>
      )}
    </figure>
  )
}
