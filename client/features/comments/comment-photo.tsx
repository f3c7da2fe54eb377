import { useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { MissingPicture } from '../../core/media/image-unavailable.tsx'
import { previewOf } from '../../core/media/upload-previews.ts'
import { useSparedPicture } from '../../core/media/use-data-saver-image.ts'
import { useMissingPicture } from '../../core/media/use-image-retry.ts'
import { PictureWord } from '../../ui/controls/image-overlay.tsx'
import { PlaceholderCanvas } from '../../ui/controls/placeholder-canvas.tsx'
import { frameOf } from './photo-frame.ts'

const Lightbox = lazyAgain(async () => (await import('../../core/media/lightbox/lightbox.tsx')).Lightbox, 'app')

/** The photo of a comment; a press opens it large. */
export function CommentPhoto({ file }: { file: FileRecord }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const small = file.thumbnailUrl ?? file.url
  // This device may have sent it a moment ago.
  const local = previewOf(file._id)
  const [isMissing, onMissing] = useMissingPicture(small)
  const { isSpared, ask } = useSparedPicture(small)
  const waits = isSpared && !local
  const alt = t`Photo of this comment`
  return (
    <>
      <button
        type="button"
        onClick={() => (waits ? ask() : setOpen(true))}
        className="relative max-w-full justify-self-start overflow-hidden rounded-card bg-raised focus-visible:outline-offset-[-3px]"
        style={frameOf(file)}
      >
        {file.placeholder && <PlaceholderCanvas hash={file.placeholder} className="absolute inset-0 size-full" />}
        {waits ? (
          <PictureWord>{t`Show photo`}</PictureWord>
        ) : isMissing && !local ? (
          <MissingPicture />
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
