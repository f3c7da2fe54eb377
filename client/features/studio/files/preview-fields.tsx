import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Clapperboard, Image, X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { translated } from '../../../core/api/error-message.ts'
import { FilePicture } from '../../../entities/library/file-picture.tsx'
import { FileStatusLabel } from '../../../entities/library/file-status-label.tsx'
import { useFiles } from '../../../entities/library/use-files.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { MediaInput } from '../../../ui/controls/media-input.tsx'

type Props = {
  thumbnail: Place
  teaser: Place
  isReadOnly: boolean
  /** Files are being made ready. */
  isBusy: boolean
}

type Place = {
  fileId: string | null
  record: FileRecord | null
  onPicked: (file: File) => void
  onRemove: () => void
}

/** The public part of a locked post: a picture and a short video. */
export function PreviewFields({ thumbnail, teaser, isReadOnly, isBusy }: Props) {
  const { t } = useLingui()
  const common = { isReadOnly, isBusy }
  return (
    <fieldset disabled={isReadOnly} className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">
        <Trans>What everybody sees</Trans>
      </legend>
      <p className="text-sm text-muted">
        <Trans>People who cannot open the post see these in its place.</Trans>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <PreviewPlace
          {...common}
          place={thumbnail}
          accept="image/*"
          icon={<Image className="size-5" />}
          removeLabel={t`Remove the thumbnail`}
        >
          <Trans>Choose a thumbnail</Trans>
        </PreviewPlace>
        <PreviewPlace
          {...common}
          place={teaser}
          accept="video/*"
          icon={<Clapperboard className="size-5" />}
          removeLabel={t`Remove the teaser`}
        >
          <Trans>Choose a teaser</Trans>
        </PreviewPlace>
      </div>
    </fieldset>
  )
}

type PlaceProps = Pick<Props, 'isReadOnly' | 'isBusy'> & {
  place: Place
  accept: string
  icon: ReactNode
  removeLabel: string
  children: ReactNode
}

function PreviewPlace({ place, accept, icon, removeLabel, isReadOnly, isBusy, children }: PlaceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [file] = useFiles(place.fileId === null ? [] : [place.fileId], place.record ? [place.record] : [])
  return (
    <div className="grid content-start gap-2">
      {file && (
        <figure className="overflow-hidden rounded-card border border-line bg-raised">
          <div className="relative grid aspect-video place-items-center">
            <FilePicture file={file} number={1} />
            <FileStatusLabel file={file} />
            {!isReadOnly && (
              <IconButton label={removeLabel} className="absolute end-1 top-1 bg-surface" onClick={place.onRemove}>
                <X className="size-5" />
              </IconButton>
            )}
          </div>
          {file.reason && <p className="p-2 text-xs text-danger-ink">{translated(file.reason)}</p>}
        </figure>
      )}
      <Button kind="secondary" busy={isBusy} disabled={isReadOnly} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <MediaInput ref={input} accept={accept} isSingle onPicked={([picked]) => picked && place.onPicked(picked)} />
    </div>
  )
}
