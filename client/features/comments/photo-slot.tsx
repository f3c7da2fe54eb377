import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { MediaInput } from '../../ui/controls/media-input.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import type { PhotoBox, PickedPhoto } from './use-picked-photo.ts'

/** Opens the device's choice of a photo. */
export function PickPhoto({ box: { photo, pick } }: { box: PhotoBox }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={photo ? t`Choose another photo` : t`Add a photo`}
        className="text-muted"
        onClick={() => input.current?.click()}
      >
        <ImagePlus className="size-5.5" aria-hidden="true" />
      </IconButton>
      <MediaInput ref={input} accept="image/*" isSingle onPicked={([file]) => file && pick(file)} />
    </>
  )
}

/** The photo that goes along with the comment, with the way to take it out again. */
export function PhotoSlot({ box: { photo, remove }, hasText }: { box: PhotoBox; hasText: boolean }) {
  const { t } = useLingui()
  if (!photo) return null
  return (
    <div className="grid gap-1">
      <div role="group" aria-label={t`Photo of this comment`} className="relative justify-self-start">
        <Preview photo={photo} />
        <button
          type="button"
          aria-label={t`Remove photo`}
          title={t`Remove photo`}
          onClick={remove}
          className="absolute end-1 top-1 grid size-8 place-items-center rounded-full bg-[#000b] text-white transition duration-150 hover:bg-[#000] active:scale-90"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      </div>
      {photo.state === 'ready' && !hasText && (
        <p className="text-sm text-muted">
          <Trans>Write a few words to send the photo.</Trans>
        </p>
      )}
    </div>
  )
}

function Preview({ photo: { state, url, reason } }: { photo: PickedPhoto }) {
  const { t } = useLingui()
  if (state === 'failed') {
    return (
      <p
        role="alert"
        className="flex min-h-12 items-center gap-2 rounded-control border border-danger-ink py-2 ps-3 pe-12 text-sm text-danger-ink"
      >
        <CircleAlert className="size-5 shrink-0" aria-hidden="true" />
        {reason}
      </p>
    )
  }
  return (
    <span className="relative grid size-24 place-items-center overflow-hidden rounded-control bg-raised text-muted">
      {url && <img src={url} alt={t`Chosen photo`} className="absolute inset-0 size-full object-cover" />}
      {state === 'preparing' && (
        <span role="status">
          <Spinner />
          <span className="sr-only">
            <Trans>Preparing the photo</Trans>
          </span>
        </span>
      )}
    </span>
  )
}
