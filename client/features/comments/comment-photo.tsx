import { useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Suspense, useState } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { previewOf } from '../../core/media/upload-previews.ts'
import { MissingPicture } from '../../core/media/image-unavailable.tsx'
import { useSparedPicture } from '../../core/media/use-data-saver-image.ts'
import { useMissingPicture } from '../../core/media/use-image-retry.ts'
import { PictureWord } from '../../ui/image-overlay.tsx'
import { PlaceholderCanvas } from '../../ui/placeholder-canvas.tsx'

const Lightbox = lazyAgain(async () => (await import('../../core/media/lightbox/lightbox.tsx')).Lightbox, 'app')

/** CSS pixels. */
const LARGEST = { width: 320, height: 240 }

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
  const { width, height } = frameOf(file)
  const alt = t`Photo of this comment`
  return (
    <>
      <button
        type="button"
        onClick={() => (waits ? ask() : setOpen(true))}
        className="relative max-w-full justify-self-start overflow-hidden rounded-card bg-raised focus-visible:outline-offset-[-3px]"
        style={{ inlineSize: width, aspectRatio: `${width} / ${height}` }}
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

/** The room of the thumbnail: the shape of the photo within bounds, known before it loads. */
function frameOf({ width, height }: Pick<FileRecord, 'width' | 'height'>): { width: number; height: number } {
  if (!width || !height) return LARGEST
  const scale = Math.min(LARGEST.width / width, LARGEST.height / height, 1)
  return { width: Math.max(64, Math.round(width * scale)), height: Math.max(64, Math.round(height * scale)) }
}
