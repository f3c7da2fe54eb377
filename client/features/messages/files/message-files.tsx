import { Trans, useLingui } from '@lingui/react/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { useContext, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { ImageUnavailable } from '../../../core/media/image-unavailable.tsx'
import { SoundPlayer } from '../../../core/media/sound/sound-player.tsx'
import { takePlayerTurn } from '../../../core/media/take-player-turn.ts'
import { uploadPreviewOf } from '../../../core/media/upload-previews.ts'
import { useDataSaverImage } from '../../../core/media/use-data-saver-image.ts'
import { useImageRetry } from '../../../core/media/use-image-retry.ts'
import { ImageOverlay } from '../../../ui/controls/image-overlay.tsx'
import { Placeholder } from '../../../ui/controls/placeholder.tsx'
import { cx } from '../../../ui/cx.ts'
import { gridClass, attachmentFrame, tileClass } from './attachment-frame.ts'
import { OpenFileContext } from './open-file-context.ts'

/** The photos, videos and sounds of a message: one in its own shape, several in a grid. */
export function MessageFiles({ files, isOwn }: { files: FileRecord[]; isOwn: boolean }) {
  const [first, second] = files
  if (!first) return null
  if (!second && first.type === 'audio') return <FileTile file={first} className="min-h-18 w-80 max-w-full" />
  if (!second) {
    const { width, height } = attachmentFrame(first)
    return (
      <div className="max-w-full min-w-40" style={{ inlineSize: width }}>
        <FileTile file={first} style={{ aspectRatio: `${width} / ${height}` }} />
      </div>
    )
  }
  return (
    <div className={cx(gridClass, isOwn ? 'bg-accent' : 'bg-raised')}>
      {files.map((file, index) => (
        <FileTile key={file._id} file={file} className={tileClass(index, files.length)} />
      ))}
    </div>
  )
}

type TileProps = { file: FileRecord; style?: CSSProperties; className?: string }

function FileTile({ file, style, className }: TileProps) {
  const frame = cx('relative block w-full overflow-hidden bg-overlay', className)
  const { t } = useLingui()
  const word = wordFor(file)
  if (!word && file.type === 'audio') {
    return (
      <div className={cx('grid place-items-center bg-raised', className)} style={style}>
        <SoundPlayer file={{ ...file, url: uploadPreviewOf(file._id) ?? file.url }} label={t`Sound`} />
      </div>
    )
  }
  if (!word && file.type === 'photo') return <Photo file={file} className={frame} style={style} />
  return (
    <div className={frame} style={style}>
      {word ? <ImageOverlay>{word}</ImageOverlay> : <Video file={file} />}
    </div>
  )
}

/** The server gives nothing of a file before it is ready: what is said instead. */
function wordFor({ _id, status }: FileRecord): ReactNode {
  if (status === 'failed') return <Trans>This file could not be processed.</Trans>
  return status !== 'ready' && !uploadPreviewOf(_id) && <Trans>Processing</Trans>
}

function Video({ file }: { file: FileRecord }) {
  const { t } = useLingui()
  const { isSpared } = useDataSaverImage(file.thumbnailUrl ?? '')
  const src = uploadPreviewOf(file._id) ?? file.url
  const [isMissing, onMissing] = useImageRetry(src)
  /** Where it broke off, as an address says it. */
  const [reached, setReached] = useState('')
  return (
    <>
      {file.placeholder && <Placeholder hash={file.placeholder} />}
      {isMissing ? (
        <ImageUnavailable />
      ) : (
        <video
          controls
          playsInline
          preload="none"
          aria-label={t`Video`}
          src={src + reached}
          poster={(!isSpared && file.thumbnailUrl) || undefined}
          onPlay={({ currentTarget }) => takePlayerTurn(currentTarget)}
          // An element that has failed plays no more until it is loaded anew.
          onError={({ currentTarget: { currentTime } }) => {
            if (currentTime) setReached(`#t=${currentTime}`)
            onMissing()
          }}
          className="absolute inset-0 size-full object-contain"
        />
      )}
    </>
  )
}

function Photo({ file, className, style }: { file: FileRecord; className: string; style: CSSProperties | undefined }) {
  const { t } = useLingui()
  const open = useContext(OpenFileContext)
  const local = uploadPreviewOf(file._id)
  const small = file.thumbnailUrl ?? file.url
  const [isMissing, onMissing] = useImageRetry(small)
  const { isSpared, ask } = useDataSaverImage(small)
  const waits = isSpared && !local
  return (
    <button
      type="button"
      aria-label={waits ? t`Show photo` : t`Open photo`}
      onClick={() => (waits ? ask() : open(file._id))}
      className={cx(className, 'focus-visible:outline-offset-[-3px]')}
      style={style}
    >
      {file.placeholder && <Placeholder hash={file.placeholder} />}
      {local && <img src={local} alt="" className="absolute inset-0 size-full object-cover" />}
      {isSpared ? (
        waits && <ImageOverlay>{t`Show photo`}</ImageOverlay>
      ) : isMissing && !local ? (
        <ImageUnavailable />
      ) : (
        <img
          src={small}
          alt={t`Photo`}
          loading="lazy"
          decoding="async"
          onError={onMissing}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </button>
  )
}
