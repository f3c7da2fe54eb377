import { useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { ImageUnavailable } from '../../core/media/image-unavailable.tsx'
import { uploadPreviewOf } from '../../core/media/upload-previews.ts'
import { useDataSaverImage } from '../../core/media/use-data-saver-image.ts'
import { useImageRetry } from '../../core/media/use-image-retry.ts'
import { ImageOverlay } from '../../ui/controls/image-overlay.tsx'
import { Placeholder } from '../../ui/controls/placeholder.tsx'
import { photoFrameOf } from './photo-frame.ts'

const Lightbox = lazyAgain(async () => (await import('../../core/media/lightbox/lightbox.tsx')).Lightbox, 'app')

/** The photo of a comment; a press opens it large. */
export function CommentPhoto({ file }: { file: FileRecord }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const small = file.thumbnailUrl ?? file.url
  // This device may have sent it a moment ago.
  const local = uploadPreviewOf(file._id)
  const [isMissing, onMissing] = useImageRetry(small)
  const { isSpared, ask } = useDataSaverImage(small)
  const waits = isSpared && !local
  const alt = t`Photo of this comment`
  return (
    <>
      <button
        type="button"
        onClick={() => (waits ? ask() : setOpen(true))}
        className="relative max-w-full justify-self-start overflow-hidden rounded-card bg-raised focus-visible:outline-offset-[-3px]"
        style={photoFrameOf(file)}
      >
        {file.placeholder && <Placeholder hash={file.placeholder} />}
        {waits ? (
          <ImageOverlay>{t`Show photo`}</ImageOverlay>
        ) : isMissing && !local ? (
          <ImageUnavailable />
        ) : (
          <>
            <span className="sr-only">{t`Open photo`} </span>
            <img
              src={local ?? small}
              alt={alt}
              loading="lazy"
              decoding="async"
              onError={onMissing}
              className="absolute inset-0 size-full object-cover"
            />
          </>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Lightbox photos={[{ ...file, alt }]} firstId={file._id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
