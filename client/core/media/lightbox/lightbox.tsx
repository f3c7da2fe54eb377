import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { WhyMissing } from '../image-unavailable.tsx'
import { useMissingPicture } from '../use-image-retry.ts'
import { useCloseOnBack } from '../../../ui/use-close-on-back.ts'
import { PlaceholderCanvas } from '../../../ui/placeholder-canvas.tsx'

type Props = { photos: FileRecord[]; firstId: string; onClose: () => void }

const control =
  'grid size-12 place-items-center rounded-full bg-[#0009] text-white transition duration-150 hover:bg-[#000c] active:scale-95 disabled:invisible'

/** Photos, one at a time over everything; arrows, Escape, and a press beside the photo work. */
export function Lightbox({ photos, firstId, onClose }: Props) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      photos.findIndex((photo) => photo._id === firstId),
    ),
  )
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useCloseOnBack(onClose)
  const photo = photos[index]
  const go = (step: number) => setIndex((now) => Math.min(photos.length - 1, Math.max(0, now + step)))
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1
  if (!photo) return null
  return (
    <dialog
      ref={dialog}
      aria-label={t`Photo ${index + 1} of ${photos.length}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(forward)
        if (event.key === 'ArrowLeft') go(-forward)
      }}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-[#000000eb] text-white backdrop:bg-[#000]"
    >
      <div
        className="grid size-full place-items-center"
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        <LargePhoto key={photo._id} photo={photo} />
      </div>
      <div className="absolute inset-x-3 top-[max(0.75rem,var(--safe-top))] flex items-center justify-between">
        <span className="px-3 text-sm tabular-nums">
          {photos.length > 1 && (
            <Trans>
              {index + 1} of {photos.length}
            </Trans>
          )}
        </span>
        <button type="button" aria-label={t`Close`} title={t`Close`} onClick={onClose} className={control}>
          <X className="size-6" aria-hidden="true" />
        </button>
      </div>
      <div className="pointer-events-none absolute inset-x-3 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
        <button
          type="button"
          aria-label={t`Previous photo`}
          disabled={index === 0}
          onClick={() => go(-1)}
          className={control}
        >
          <ChevronLeft className="mirrored size-6" aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={t`Next photo`}
          disabled={index === photos.length - 1}
          onClick={() => go(1)}
          className={control}
        >
          <ChevronRight className="mirrored size-6" aria-hidden="true" />
        </button>
      </div>
    </dialog>
  )
}

function LargePhoto({ photo }: { photo: FileRecord }) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const [isMissing, onMissing] = useMissingPicture(photo.url)
  // The thumbnail is on this device already: it stands until the large one has come, or for good without a line.
  const small = photo.thumbnailUrl ?? photo.url
  return (
    <div className="pointer-events-none relative grid max-h-[88dvh] max-w-[94vw] place-items-center *:col-start-1 *:row-start-1">
      {!isShown && photo.placeholder && (
        <PlaceholderCanvas hash={photo.placeholder} className="h-[60dvh] max-w-[94vw] object-contain blur-xl" />
      )}
      {!isShown && <img src={small} alt="" className="max-h-[88dvh] max-w-[94vw] object-contain" />}
      {isMissing ? (
        <p className="self-end rounded-full bg-[#000b] px-4 py-2 text-sm">
          <WhyMissing />
        </p>
      ) : (
        <img
          src={photo.url}
          alt={t`Photo`}
          onLoad={() => setShown(true)}
          onError={onMissing}
          className={isShown ? 'max-h-[88dvh] max-w-[94vw] object-contain' : 'size-px opacity-0'}
        />
      )}
    </div>
  )
}
