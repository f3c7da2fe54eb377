import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { Suspense, useState } from 'react'
import type { CSSProperties } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { BeingPrepared } from '../../../core/media/being-prepared.tsx'
import { ImageUnavailable } from '../../../core/media/image-unavailable.tsx'
import { SizedImage } from '../../../core/media/sized-image.tsx'
import { useDataSaverImage } from '../../../core/media/use-data-saver-image.ts'
import { useImageRetry } from '../../../core/media/use-image-retry.ts'
import { ImageOverlay } from '../../../ui/controls/image-overlay.tsx'
import { Placeholder } from '../../../ui/controls/placeholder.tsx'
import { cx } from '../../../ui/cx.ts'
import { photoAspectRatio } from './photo-aspect-ratio.ts'

const Lightbox = lazyAgain(async () => (await import('../../../core/media/lightbox/lightbox.tsx')).Lightbox, 'app')

const TILES = 4

/** The photos of a post: one in its own shape, several in a grid; each opens large. Their room is known before they load. */
export function PostPhotos({ files }: { files: FileRecord[] }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [first] = files
  if (!first) return null
  const tiles = files.slice(0, TILES)
  return (
    <>
      <div className={cx('overflow-hidden', files.length > 1 && 'grid grid-cols-2 gap-0.5')}>
        {tiles.map((file, index) => (
          <Photo
            key={file._id}
            file={file}
            more={index === TILES - 1 ? files.length - TILES : 0}
            isLarge={files.length === 1}
            onOpen={() => setOpenId(file._id)}
            {...(files.length === 1
              ? { style: { aspectRatio: photoAspectRatio(first.width, first.height) } }
              : { className: tiles.length === 3 && index === 0 ? 'col-span-2 aspect-video' : 'aspect-square' })}
          />
        ))}
      </div>
      {openId && (
        <Suspense fallback={null}>
          <Lightbox photos={files} firstId={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  )
}

type PhotoProps = {
  file: FileRecord
  /** How many photos stand behind this one. */
  more: number
  isLarge: boolean
  onOpen: () => void
  style?: CSSProperties
  className?: string
}

function Photo({ file, more, isLarge, onOpen, style, className }: PhotoProps) {
  const { t } = useLingui()
  const small = file.thumbnailUrl ?? file.url
  const [isMissing, onMissing] = useImageRetry(small)
  const { isSpared, widest, ask } = useDataSaverImage(small)
  // Its room is kept; the row comes again when the server has the bytes.
  if (file.status !== 'ready') {
    return (
      <span className={cx('block w-full', className)} style={style}>
        <BeingPrepared className="size-full bg-raised text-muted" />
      </span>
    )
  }
  return (
    <button
      type="button"
      onClick={isSpared ? ask : onOpen}
      className={cx('relative block w-full overflow-hidden bg-overlay focus-visible:outline-offset-[-3px]', className)}
      style={style}
    >
      {/* In the name beside what is written on the picture, which a label would hide. */}
      {!isSpared && <span className="sr-only">{t`Open photo`} </span>}
      {file.placeholder && <Placeholder hash={file.placeholder} />}
      {isSpared ? (
        <ImageOverlay>
          <Trans>Show photo</Trans>
        </ImageOverlay>
      ) : isMissing ? (
        <ImageUnavailable />
      ) : (
        <SizedImage
          src={file.url}
          small={small}
          width={file.width}
          widest={widest}
          place={isLarge ? 'card' : 'half'}
          isMain
          onError={onMissing}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {more > 0 && (
        <span className="absolute inset-0 grid place-items-center bg-veil text-2xl font-bold text-white">+{more}</span>
      )}
    </button>
  )
}
